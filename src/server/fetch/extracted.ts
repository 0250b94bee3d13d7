/** What a page of the web says about itself, each as far as it does; bounded and on one line. */
export interface Extracted {
  readonly title?: string;
  readonly description?: string;
  readonly site?: string;
  readonly author?: string;
  /** As the page writes it: a day, or a day and a time. */
  readonly published?: string;
  /** The address of its picture. */
  readonly picture?: string;
  /** Its readable text, as Markdown without HTML and pictures. */
  readonly text?: string;
}

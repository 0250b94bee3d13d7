import { markdownParser, withoutTitle } from '../../server/markdown/parser.ts';
import { bodyOf } from '../../store/index.ts';
import { cleanText } from '../width.ts';
import { drawBlocks } from './blocks.ts';
import type { Paper } from './inline.ts';

/** A longer text is shown as it is written: nobody reads it laid out, and it takes its time. */
const LONGEST = 512 * 1024;

/**
 * A page's text as a terminal shows it: laid out from the tokens of the one Markdown reader,
 * wrapped, without its front matter and without a heading that says its title. Nothing of the text
 * steers the terminal.
 */
export async function drawText(text: string, title: string, paper: Paper): Promise<string> {
  const body = await bodyOf(text);
  if (body.text.length > LONGEST) return cleanText(text).trimEnd();
  const markdown = markdownParser();
  return drawBlocks(withoutTitle(markdown, markdown.parse(body.text, {}), title), paper).join('\n');
}

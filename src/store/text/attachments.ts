const FILE =
  /\.(?:png|jpe?g|gif|webp|avif|heic|svg|bmp|pdf|epub|txt|[ct]sv|json|xml|html|docx?|xlsx?|pptx?|od[tsp]|rtf|zip|gz|tar|7z|mp[34]|m4a|wav|ogg|flac|mov|webm|mkv|canvas|drawio|excalidraw)$/i;

/** Whether what a link names is a file by its ending, and no page: a picture, a PDF, a table. */
export function namesFile(target: string): boolean {
  return FILE.test(target);
}

declare const __SCRAP_VERSION__: string | undefined;

/** The version of this scrap; the build puts it in, so that no start reads package.json. */
export const version = typeof __SCRAP_VERSION__ === 'string' ? __SCRAP_VERSION__ : '0.0.0-unbuilt';

/** Escapes a text for LIKE, so that it matches only itself. */
export const literalText = (text: string): string => text.replaceAll(/[\\%_]/gu, String.raw`\$&`)

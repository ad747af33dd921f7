import { foldText } from "../shared/foldText.ts"

/**
 * A name normalised for comparison: without case, accents, apostrophes and dots, words separated by one space. Equals
 * the SQL function `search_text` for every letter that the server's Unicode version knows.
 */
export const searchText = (text: string): string =>
  foldText(text)
    .replace(/['’‘ʻʼ`.]/gu, "")
    .replace(/[ \t\n\r\-–—/,()_]+/gu, " ")
    .replace(/^ | $/gu, "")

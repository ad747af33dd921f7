import { requirementIds } from "./requirementIds.ts"

/** A reference to an anchor in a document. */
export interface Citation {
  readonly document: "requirements.md" | "domain.md" | "decisions.md"
  readonly anchor: string
}

/** Algorithm names that look like requirement ids. */
const algorithms = /\b(?:AES|SHA)-\d{3}\b/g

const requirement = /\b[A-Z]{3}-\d{3}\b/g
const decision = /\bA-\d{2,3}\b/g
/** `DOMAIN 4.1`, `REQUIREMENTS 0.3`, or a list after one word: `DOMAIN 4.1, 4.4`, `DOMAIN 5.1, F14`. */
const sections = /\b(DOMAIN|REQUIREMENTS) (\d+(?:\.\d+)?(?:(?:, | and )(?:\d+(?:\.\d+)?(?![\w.]*\d)|[AF]\d+))*)\b/g
const comment = /^\s*(?:\/?\*\*?|\/\/)(.*)$/gm
const transition = /\bF\d+\b/g

const all = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  [...text.matchAll(pattern)].map(([match]) => match)

const sectionsIn = (text: string): ReadonlyArray<Citation> =>
  [...text.matchAll(sections)].flatMap(([, word, list = ""]) =>
    list
      .split(/, | and /)
      .map((anchor): Citation => ({ document: word === "DOMAIN" ? "domain.md" : "requirements.md", anchor }))
  )

/**
 * The citations in a source file or document: requirements (`HUB-019`), decisions (`A-13`), sections (`DOMAIN 5.1`,
 * `REQUIREMENTS 0.3`), and in comments the state transitions of a fulfillment (`F14`).
 */
export const citationsIn = (text: string): ReadonlyArray<Citation> => {
  const comments = [...text.matchAll(comment)].map(([, line = ""]) => line).join("\n")
  const unwrapped = text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ").replace(algorithms, "")
  return [
    ...[...new Set([...all(unwrapped, requirement), ...requirementIds(unwrapped)])].map(
      (anchor): Citation => ({ document: "requirements.md", anchor })
    ),
    ...all(unwrapped, decision).map((anchor): Citation => ({ document: "decisions.md", anchor })),
    ...sectionsIn(unwrapped),
    ...all(comments, transition).map((anchor): Citation => ({ document: "domain.md", anchor }))
  ]
}

const row = /^\| ([AF]\d+) \|/gm
const heading = /^#{1,6} (.+)$/gm

/** The anchor that is derived from a heading's text. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")

/** All anchors of a Markdown document: explicit ones, headings, and rows of state machines such as `F14`. */
export const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set([
    ...[...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id),
    ...[...markdown.matchAll(row)].map(([, id = ""]) => id),
    ...[...markdown.matchAll(heading)].map(([, title = ""]) => slug(title))
  ])

/** The relative links of a Markdown document as `[file, anchor]`; either may be empty. */
export const linksIn = (markdown: string): ReadonlyArray<readonly [file: string, anchor: string]> =>
  [...markdown.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file = "", anchor = ""]) => [
    file,
    anchor
  ])

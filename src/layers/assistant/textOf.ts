import type { Prompt } from "effect/ai"

/** The text of a message; its other parts, such as files, are left out. */
export const textOf = ({ content }: Prompt.Message): string =>
  typeof content === "string"
    ? content
    : content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")

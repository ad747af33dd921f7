import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** A problem at one path of the file, such as `venues[2].timezone`. */
export const FileProblem = Schema.Struct({ path: Schema.String, message: Schema.String })
export type FileProblem = typeof FileProblem.Type

/** Maximum number of problems in the message. */
const maxReported = 50

const taken = "is already taken, possibly by another organization"

/** The file cannot be used; nothing was written. */
export class FileInvalid extends Schema.TaggedError<FileInvalid>()("FileInvalid", {
  problems: Schema.Array(FileProblem)
}) {
  static readonly failure: Failure = {
    kind: "invalid",
    code: "invalid_file",
    title: "The file cannot be used"
  }
  /** A unique value in the file belongs to another organization, or was taken meanwhile. */
  static taken(path: string) {
    return new FileInvalid({ problems: [{ path, message: taken }] })
  }
  get isTaken() {
    return this.problems.some(({ message }) => message === taken)
  }
  override get message() {
    const rest = this.problems.length - maxReported
    return [
      "The file cannot be used:",
      ...this.problems
        .slice(0, maxReported)
        .map(({ message, path }) => `  ${path === "" ? "the file" : path}: ${message}`),
      ...(rest > 0 ? [`  and ${rest} more`] : [])
    ].join("\n")
  }
}

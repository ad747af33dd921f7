import { Effect, Option } from "effect"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import { messageVisible } from "../messaging/messageVisible.ts"
import type { Reader, Sight } from "../messaging/Reader.ts"
import { SubjectMissing } from "./CollaborationErrors.ts"
import { type ScannedSubject, type SubjectName, Subjects } from "./Subjects.ts"

/** Whether the reader currently sees a subject, and therefore the comments and items about it (INT-010, A-73). */
export const subjectVisible = (reader: Sight, { action, message }: ScannedSubject): boolean =>
  (action !== null && audienceCovers(reader, action)) || (message !== null && messageVisible(reader, message))

/** The subject of a request, if the reader sees it. */
export const visibleSubject = Effect.fnUntraced(function* (reader: Reader, name: SubjectName) {
  const subject = yield* Subjects.use((subjects) => subjects.find(reader.workspace.id, name))
  return Option.isSome(subject) && subjectVisible(reader, subject.value) ? subject.value : yield* new SubjectMissing()
})

/** As `visibleSubject`, by the id alone: an Action's or a message's. */
export const visibleSubjectById = (reader: Reader, id: string) =>
  visibleSubject(reader, { type: "action", id }).pipe(
    Effect.catchTag("SubjectMissing", () => visibleSubject(reader, { type: "message", id }))
  )

/** The reference to a subject in a record. */
export const subjectOf = ({ action, message }: ScannedSubject): SubjectName =>
  action === null ? { type: "message", id: message?.id ?? "" } : { type: "action", id: action.id }

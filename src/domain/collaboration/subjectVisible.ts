import { Effect, Option } from "effect"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import { messageVisible } from "../messaging/messageVisible.ts"
import type { Reader, Sight } from "../messaging/Reader.ts"
import { SubjectMissing } from "./CollaborationErrors.ts"
import { type ScannedSubject, type SubjectName, Subjects } from "./Subjects.ts"

/** Whether the reader sees what something is about, as it is now: then they see what is said of it (INT-010, A-73). */
export const subjectVisible = (reader: Sight, { action, message }: ScannedSubject): boolean =>
  (action !== null && audienceCovers(reader, action)) || (message !== null && messageVisible(reader, message))

/** What a request names, if the reader sees it. */
export const visibleSubject = Effect.fnUntraced(function* (reader: Reader, name: SubjectName) {
  const found = yield* Subjects.use((subjects) => subjects.find(reader.workspace.id, name))
  return Option.isSome(found) && subjectVisible(reader, found.value) ? found.value : yield* new SubjectMissing()
})

/** A subject as a record names it. */
export const subjectOf = ({ action, message }: ScannedSubject): SubjectName =>
  action === null ? { type: "message", id: message?.id ?? "" } : { type: "action", id: action.id }

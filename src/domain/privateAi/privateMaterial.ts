import type { ScannedAction } from "../actions/Actions.ts"
import { type Addressee, audienceCovers } from "../messaging/audienceCovers.ts"
import type { ScannedMessage } from "../messaging/Messages.ts"
import { messageVisible } from "../messaging/messageVisible.ts"
import type { Audiences } from "../messaging/Reader.ts"

/**
 * What an answer is derived from: Actions and messages of a guest's thread, each newest first, and earlier turns of the
 * consultation, oldest first.
 */
export interface PrivateMaterial<Turn extends Addressee = Addressee> extends Addressee {
  readonly actions: ReadonlyArray<ScannedAction>
  readonly messages: ReadonlyArray<ScannedMessage>
  readonly turns: ReadonlyArray<Turn>
}

/** Limits of one prompt, for Actions and for messages: number, characters of each text, and of all together. */
export const excerptLimits = { records: 40, charactersEach: 2000, characters: 16_000 } as const

const textsOfAction = ({ details, evidence, title }: ScannedAction) => [title, details ?? "", evidence ?? ""]

const textsOfMessage = ({ body }: ScannedMessage) => [body]

/** The newest records that fit the limits. */
const excerpt = <Record>(
  records: ReadonlyArray<Record>,
  textsOf: (record: Record) => ReadonlyArray<string>
): ReadonlyArray<Record> => {
  const fitting: Array<Record> = []
  let characters = 0
  for (const record of records) {
    for (const text of textsOf(record)) characters += Math.min(text.length, excerptLimits.charactersEach)
    if (fitting.length === excerptLimits.records || characters > excerptLimits.characters) break
    fitting.push(record)
  }
  return fitting
}

const teamIn = (records: ReadonlyArray<Addressee>) => records.find(({ teamId }) => teamId !== null)?.teamId

/**
 * The part of Actions and a thread (each newest first) that the operator may currently read, and of earlier `turns`
 * (oldest first), which the operator may read. An answer has one audience, so it is derived from what is addressed to
 * the workspace and to at most one team: that of the newest Action of a team, else of the newest message to a team, else
 * of the newest turn of a team. As for any assistant, sensitive, deleted, source-derived and private messages are
 * excluded (HUB-038, A-158).
 */
export const privateMaterial = <Turn extends Addressee>(
  reader: Audiences,
  actions: ReadonlyArray<ScannedAction>,
  thread: ReadonlyArray<ScannedMessage>,
  turns: ReadonlyArray<Turn> = []
): PrivateMaterial<Turn> => {
  const tasks = actions.filter((action) => audienceCovers(reader, action))
  const readable = thread.filter((message) => messageVisible({ ...reader, readsSensitive: false }, message))
  const teamId =
    teamIn(excerpt(tasks, textsOfAction)) ??
    teamIn(excerpt(readable, textsOfMessage)) ??
    teamIn(turns.toReversed()) ??
    null
  const isOfAudience = (record: Addressee) => record.teamId === null || record.teamId === teamId
  const material = {
    actions: excerpt(tasks.filter(isOfAudience), textsOfAction),
    messages: excerpt(readable.filter(isOfAudience), textsOfMessage),
    turns: turns.filter(isOfAudience)
  }
  const isOfTeam = teamIn([...material.actions, ...material.messages, ...material.turns]) !== undefined
  return { ...material, audienceKind: isOfTeam ? "team" : "workspace", teamId: isOfTeam ? teamId : null }
}

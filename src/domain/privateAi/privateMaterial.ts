import type { ScannedAction } from "../actions/Actions.ts"
import type { Addressee } from "../messaging/audienceCovers.ts"
import type { ScannedMessage } from "../messaging/Messages.ts"
import { messageVisible } from "../messaging/messageVisible.ts"
import type { Audiences } from "../messaging/Reader.ts"

/** The records that an answer is derived from: an Action, and messages of a guest's thread, newest first. */
export interface PrivateMaterial extends Addressee {
  readonly action: ScannedAction | undefined
  readonly messages: ReadonlyArray<ScannedMessage>
}

/** Limits of one prompt: number of messages, characters of each, and of all together. */
export const excerptLimits = { messages: 40, charactersEach: 2000, characters: 16_000 } as const

/** The newest messages that fit the limits. */
const excerpt = (messages: ReadonlyArray<ScannedMessage>) => {
  const fitting: Array<ScannedMessage> = []
  let characters = 0
  for (const message of messages) {
    characters += Math.min(message.body.length, excerptLimits.charactersEach)
    if (fitting.length === excerptLimits.messages || characters > excerptLimits.characters) break
    fitting.push(message)
  }
  return fitting
}

/**
 * The part of an Action and a thread (newest first) that the operator may currently read. An answer has one audience,
 * so it is derived from records addressed to the workspace and to at most one team: the Action's, else that of the
 * newest message to a team. As for any assistant, sensitive, deleted, source-derived and private messages are excluded
 * (HUB-038, A-158).
 */
export const privateMaterial = (
  reader: Audiences,
  action: ScannedAction | undefined,
  thread: ReadonlyArray<ScannedMessage>
): PrivateMaterial => {
  const readable = thread.filter((message) => messageVisible({ ...reader, readsSensitive: false }, message))
  const teamId = action?.teamId ?? excerpt(readable).find((message) => message.teamId !== null)?.teamId ?? null
  const messages = excerpt(readable.filter((message) => message.teamId === null || message.teamId === teamId))
  const isOfTeam = action?.audienceKind === "team" || messages.some(({ audienceKind }) => audienceKind === "team")
  return {
    action,
    messages,
    audienceKind: isOfTeam ? "team" : "workspace",
    teamId: isOfTeam ? teamId : null
  }
}

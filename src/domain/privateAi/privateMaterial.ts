import type { ScannedAction } from "../actions/Actions.ts"
import type { Addressee } from "../messaging/audienceCovers.ts"
import type { ScannedMessage } from "../messaging/Messages.ts"
import { messageVisible } from "../messaging/messageVisible.ts"
import type { Audiences } from "../messaging/Reader.ts"

/** What an answer is made of: an Action, and messages of a guest's thread, newest first. */
export interface PrivateMaterial extends Addressee {
  readonly action: ScannedAction | undefined
  readonly messages: ReadonlyArray<ScannedMessage>
}

/** Messages of a thread in one prompt, and the characters of each and of all of them. */
export const excerptLimits = { messages: 40, charactersEach: 2000, characters: 16_000 } as const

/** The newest messages that fit the limits. */
const excerpt = (messages: ReadonlyArray<ScannedMessage>) => {
  const taken: Array<ScannedMessage> = []
  let characters = 0
  for (const message of messages) {
    characters += Math.min(message.body.length, excerptLimits.charactersEach)
    if (taken.length === excerptLimits.messages || characters > excerptLimits.characters) break
    taken.push(message)
  }
  return taken
}

/**
 * The part of an Action and a thread (newest first) that the operator may read now. An answer has one audience, so it is
 * made of what is addressed to the workspace and to at most one team: the Action's, else that of the newest message to a
 * team. A model is an assistant: what is sensitive is kept from it, like what is deleted, derived from a source or private
 * to somebody (HUB-038, A-158).
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

import { Schema } from "effect"
import { installationFields } from "../providers/Installation.ts"

export const ChatScheme = Schema.Literals(["chat", "slack"])
export type ChatScheme = typeof ChatScheme.Type

/** A chat platform connected to one workspace. Answers are posted only to `responseHost`; null: not posted. */
export const ChatInstallation = Schema.Struct({
  ...installationFields,
  scheme: ChatScheme,
  responseHost: Schema.NullOr(Schema.NonEmptyString)
})
export type ChatInstallation = typeof ChatInstallation.Type

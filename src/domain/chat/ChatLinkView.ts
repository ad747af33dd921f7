import { Schema } from "effect"
import { Instant } from "../shared/Instant.ts"

const InstallationView = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the installation" }),
  name: Schema.String.annotateKey({ description: "Name of the installation" })
}).annotate({ identifier: "ChatInstallation" })

const installation = InstallationView.annotateKey({ description: "The chat platform that the user belongs to" })

/** An open link as the operator sees it: without the user id, which the operator must enter (INT-043). */
export const ChatLinkView = Schema.Struct({
  installation,
  externalUserName: Schema.String.annotateKey({
    description: "Name of the user on the platform; may be empty"
  }),
  expiresAt: Instant.annotateKey({ description: "When the link expires" })
}).annotate({ identifier: "ChatLink" })
export type ChatLinkView = typeof ChatLinkView.Type

/** A user of a chat platform linked to the operator (INT-042). */
export const LinkedChatUser = Schema.Struct({
  id: Schema.String.annotateKey({ description: "Id of the link between user and operator" }),
  installation,
  externalUserId: Schema.String.annotateKey({ description: "The platform's id of the user" }),
  externalUserName: Schema.String.annotateKey({
    description: "Name of the user on the platform; may be empty"
  }),
  linkedAt: Instant.annotateKey({ description: "When it was confirmed" })
}).annotate({ identifier: "LinkedChatUser" })
export type LinkedChatUser = typeof LinkedChatUser.Type

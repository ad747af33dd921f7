import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ChatIdentityTaken, ChatLinkMissing, ExternalUserMismatch } from "../../domain/chat/ChatErrors.ts"
import { ExternalUserId } from "../../domain/chat/ChatIdentity.ts"
import { ChatLinkView, LinkedChatUser } from "../../domain/chat/ChatLinkView.ts"
import { organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { problem } from "./problem.ts"
import { read, repeatable } from "./verbs.ts"

const token = PathText.annotateKey({
  description: "Token that the chat returned for `link`; valid once, for ten minutes"
})

/** Links between chat users and operators (INT-043). Operators manage their own links, which needs no permission. */
export class ChatLinksGroup extends HttpApiGroup.make("chatLinks")
  .add(
    read.get("getChatLink", "/chat-links/:chatLinkId", {
      permissions: "none",
      params: { chatLinkId: token },
      success: ChatLinkView,
      errors: [problem(ChatLinkMissing)],
      summary: "Open a chat link",
      description:
        "Shows the chat installation where the link was requested and the chat user's name. A link that is used, " +
        "expired, unknown or from another organization gets the same 404."
    }),
    repeatable.post("confirmChatLink", "/chat-links/:token/confirm", {
      permissions: "none",
      params: { token },
      payload: Schema.Struct({
        externalUserId: ExternalUserId.annotateKey({
          description: "The operator's own chat user id, as shown in the chat with the link"
        })
      }),
      success: LinkedChatUser,
      errors: [problem(ChatLinkMissing), problem(ExternalUserMismatch), problem(ChatIdentityTaken)],
      summary: "Confirm a chat link",
      description:
        "Links the chat user to the operator. The operator repeats the user id, so that a link requested by somebody " +
        "else is not confirmed by mistake. The user may then start consultations in the chat."
    }),
    repeatable.delete("removeChatLink", "/chat-links/:chatLinkId", {
      permissions: { byRequest: { "a link of another operator": organizationsManage } },
      params: {
        chatLinkId: PathText.annotateKey({ description: "Id of the link, from the confirmation response" })
      },
      errors: [problem(ChatLinkMissing)],
      summary: "Remove a chat link",
      description:
        "Unlinks a chat user and ends any open consultation. Operators can remove their own links, or with " +
        "`hub:organizations:manage` any link of the organization."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Chat links", description: "Chat users who are linked to operators" })) {}

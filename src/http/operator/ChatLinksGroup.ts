import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ChatIdentityTaken, ChatLinkMissing, ExternalUserMismatch } from "../../domain/chat/ChatErrors.ts"
import { ExternalUserId } from "../../domain/chat/ChatIdentity.ts"
import { ChatLinkView, LinkedChatUser } from "../../domain/chat/ChatLinkView.ts"
import { organizationsManage } from "../../domain/operators/operatorPermissions.ts"
import { PathText } from "../surface/PathText.ts"
import { problem } from "./problem.ts"
import { read, repeatable } from "./verbs.ts"

const token = PathText.annotateKey({
  description: "The token that the chat answered to `link`; good once, for ten minutes"
})

/** Links between users of chat platforms and operators (INT-043); they need no permission: they are the operator's own. */
export class ChatLinksGroup extends HttpApiGroup.make("chatLinks")
  .add(
    read.get("getChatLink", "/chat-links/:chatLinkId", {
      permissions: "none",
      params: { chatLinkId: token },
      success: ChatLinkView,
      errors: [problem(ChatLinkMissing)],
      summary: "Open a chat link",
      description:
        "Shows where a user of a chat platform asked to be linked, and the user's name. A link that is used, over, " +
        "unknown or of another organization is missing."
    }),
    repeatable.post("confirmChatLink", "/chat-links/:token/confirm", {
      permissions: "none",
      params: { token },
      payload: Schema.Struct({
        externalUserId: ExternalUserId.annotateKey({
          description: "The operator's own user id, as the chat shows it with the link"
        })
      }),
      success: LinkedChatUser,
      errors: [problem(ChatLinkMissing), problem(ExternalUserMismatch), problem(ChatIdentityTaken)],
      summary: "Confirm a chat link",
      description:
        "Links the user with the operator, who repeats the user's id: a link that somebody else asked for is not " +
        "confirmed by mistake. From then on the user may begin consultations in the chat."
    }),
    repeatable.delete("removeChatLink", "/chat-links/:chatLinkId", {
      permissions: { byRequest: { "a link of another operator": organizationsManage } },
      params: {
        chatLinkId: PathText.annotateKey({ description: "Id of the linked user, as the confirmation answered it" })
      },
      success: HttpApiSchema.NoContent,
      errors: [problem(ChatLinkMissing)],
      summary: "Remove a chat link",
      description:
        "Unlinks a user of a chat platform and ends an open consultation: the operator's own, or any of the organization " +
        "with `hub:organizations:manage`."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Chat links", description: "Users of chat platforms who are linked with operators" })
  ) {}

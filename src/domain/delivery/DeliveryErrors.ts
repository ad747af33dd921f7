import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"
import { Channel } from "./Message.ts"

/** This deployment does not support the channel. */
export class ChannelUnavailable extends Schema.TaggedError<ChannelUnavailable>()("ChannelUnavailable", {
  channel: Channel
}) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "channel_unavailable",
    title: "This deployment does not support the channel"
  }
  override get message() {
    return this.channel === "email" ? "E-mail is not sent by this deployment" : "SMS are not sent by this deployment"
  }
}

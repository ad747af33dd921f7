import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer } from "effect"
import { Delivery } from "../domain/delivery/Delivery.ts"
import { Mailbox } from "../domain/delivery/Mailbox.ts"
import { accepted, type Channel, deferred, type DeliveryOutcome, type Message } from "../domain/delivery/Message.ts"
import { Configuration } from "./Configuration.ts"
import { makeSms } from "./delivery/makeSms.ts"
import { makeSmtp } from "./delivery/makeSmtp.ts"

type Send = (message: Message) => Effect.Effect<DeliveryOutcome>

/** Well within `sendTimeout`. */
const timeout = Duration.seconds(10)

const maxResponseBytes = 65_536

/** The sender of each channel: the configured provider, else in development the mailbox, else none. */
export const layer = Layer.effect(
  Delivery,
  Effect.gen(function* () {
    const { environment, inviteUrl, sms, smtp } = yield* Configuration
    const mailbox = yield* Mailbox
    const toMailbox: Send = (message) => Effect.as(mailbox.insert(message), accepted)
    const otherwise = environment === "development" ? toMailbox : undefined
    const senders: Readonly<Record<Channel, Send | undefined>> = {
      email: smtp === undefined ? otherwise : makeSmtp({ ...smtp, timeout }).send,
      sms: sms === undefined ? otherwise : (yield* makeSms({ ...sms, timeout })).send
    }
    const channels: ReadonlyArray<Channel> = ["email", "sms"]
    return Delivery.of({
      channels: new Set(channels.filter((channel) => senders[channel] !== undefined)),
      inviteUrl,
      send: (message) =>
        senders[message.channel]?.(message) ?? Effect.succeed(deferred(`${message.channel} is not configured`))
    })
  })
).pipe(Layer.provide(NodeHttpClient.layerUndiciOptions({ connections: 8, maxResponseSize: maxResponseBytes })))

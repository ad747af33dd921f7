import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import { endFormerSecret, rotateSigningSecret } from "../../domain/providers/rotateSigningSecret.ts"
import { SmsInstallations } from "../../domain/sms/SmsInstallations.ts"
import { json, organizationFlag } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { allOf } from "./allOf.ts"
import { installationServices } from "./installationServices.ts"
import { secretFile, secretOf } from "./secretOf.ts"

const flags = {
  id: Argument.String("installation").pipe(
    Argument.withDescription("Id of the installation, from `hub installations list`")
  ),
  organization: organizationFlag,
  secretFile,
  endFormer: Flag.Boolean("end-former").pipe(
    Flag.withDescription("End the rotation: stop accepting the former secret"),
    Flag.withDefault(false)
  ),
  json
}

/** Adds a new secret to an installation next to the current one, or ends the former one (INT-038). */
export const rotate = Command.make(
  "rotate",
  flags,
  Effect.fn("installations rotate")(function* (options) {
    if (options.endFormer && Option.isSome(options.secretFile)) {
      return yield* new Refused({ message: "--end-former and --secret-file exclude each other" })
    }
    const { chat, sms } = yield* allOf((yield* organizationOf(options.organization)).id)
    const chats = yield* ChatInstallations
    const providers = yield* SmsInstallations
    const [ofChat, ofSms] = [chat, sms].map((all) => all.find(({ xid }) => xid === options.id))
    const installation = ofChat ?? ofSms
    if (installation === undefined) {
      return yield* new Refused({
        message: `There is no installation ${options.id}: run \`hub installations list\` to see them`
      })
    }
    const installations = ofChat === undefined ? providers : chats
    if (options.endFormer) {
      const isEnded = yield* endFormerSecret({ updateSecrets: installations.updateSecrets }, installation)
      const text = isEnded ? "The former secret is no longer accepted." : "There was no former secret."
      return yield* options.json ? printJson({ id: options.id, isRotating: false }) : Console.log(text)
    }
    const { isNew, secret } = yield* secretOf(options.secretFile)
    yield* rotateSigningSecret({ updateSecrets: installations.updateSecrets }, installation, secret)
    if (options.json) return yield* printJson({ id: options.id, isRotating: true, ...(isNew ? { secret } : {}) })
    const secretText = isNew ? `The new secret, shown only once:\n${secret}\n` : ""
    yield* Console.log(
      `${secretText}The former secret is accepted, too, until you run \`hub installations rotate ${options.id} --end-former\`.`
    )
  }, Effect.provide(installationServices))
).pipe(
  Command.withDescription("Give an installation a new signing secret; the former one is accepted until you end it"),
  Command.withExamples([
    {
      command: "hub installations rotate ID --organization grand",
      description: "Accept a new secret next to the former one"
    },
    { command: "hub installations rotate ID --organization grand --end-former", description: "Accept only the new one" }
  ])
)

import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { ChatScheme } from "../../domain/chat/ChatInstallation.ts"
import { ChatInstallations } from "../../domain/chat/ChatInstallations.ts"
import { Workspaces } from "../../domain/messaging/Workspaces.ts"
import { addInstallation } from "../../domain/providers/addInstallation.ts"
import { SmsScheme } from "../../domain/sms/SmsInstallation.ts"
import { SmsInstallations } from "../../domain/sms/SmsInstallations.ts"
import { json, organizationFlag } from "../flags.ts"
import { organizationOf } from "../organizationOf.ts"
import { printJson } from "../printJson.ts"
import { Refused } from "../Refused.ts"
import { table } from "../table.ts"
import { installationServices } from "./installationServices.ts"
import { secretFile, secretOf } from "./secretOf.ts"

const shared = {
  organization: organizationFlag,
  workspace: Flag.String("workspace").pipe(Flag.withDescription("Id of the workspace that callbacks belong to")),
  name: Flag.String("name").pipe(Flag.withDescription("Name of the installation")),
  secretFile,
  json
}

const workspaceOf = Effect.fnUntraced(function* (organization: string, scope: string) {
  const { id, slug } = yield* organizationOf(organization)
  const workspace = yield* Workspaces.use((workspaces) => workspaces.find(id, scope))
  return Option.isSome(workspace)
    ? workspace.value
    : yield* new Refused({ message: `${slug} has no workspace ${scope}` })
})

const show = Effect.fnUntraced(function* (
  options: { readonly json: boolean },
  { path, xid }: { readonly xid: string; readonly path: string },
  { isNew, secret }: { readonly isNew: boolean; readonly secret: string }
) {
  if (options.json) return yield* printJson({ id: xid, callbacks: path, ...(isNew ? { secret } : {}) })
  const rows = [["installation", xid], ["callbacks", path], ...(isNew ? [["secret", secret]] : [])]
  const once = isNew ? "\n\nThe secret is shown only once: it is stored encrypted." : ""
  yield* Console.log(`${table(rows)}${once}`)
})

const chat = Command.make(
  "chat",
  {
    ...shared,
    scheme: Flag.Literals("scheme", ChatScheme.literals).pipe(
      Flag.withDescription("Signature scheme of the platform [default: chat]"),
      Flag.withDefault("chat" as const)
    ),
    responseHost: Flag.String("response-host").pipe(
      Flag.withDescription("Host that answers are posted to, such as hooks.slack.com [default: none]"),
      Flag.filterMap(
        (host) => (/^[a-z0-9.-]{1,253}$/.test(host) ? Option.some(host) : Option.none()),
        () => "a lower-case hostname without a port"
      ),
      Flag.optional
    )
  },
  Effect.fn("installations add chat")(function* (options) {
    const workspace = yield* workspaceOf(options.organization, options.workspace)
    const signingSecret = yield* secretOf(options.secretFile)
    const { insert } = yield* ChatInstallations
    const { name, scheme } = options
    const responseHost = Option.getOrNull(options.responseHost)
    const xid = yield* addInstallation((row) => insert({ ...row, scheme, responseHost }), {
      workspace,
      name,
      ...signingSecret
    })
    yield* show(options, { xid, path: `/api/providers/chat/${xid}/{events,commands,interactions}` }, signingSecret)
  }, Effect.provide(installationServices))
).pipe(
  Command.withDescription("Add a chat platform to a workspace"),
  Command.withExamples([
    {
      command:
        "hub installations add chat --organization grand --workspace main --name Slack --scheme slack --response-host hooks.slack.com --secret-file secret.txt",
      description: "A Slack app with its signing secret"
    }
  ])
)

const sms = Command.make(
  "sms",
  {
    ...shared,
    scheme: Flag.Literals("scheme", SmsScheme.literals).pipe(
      Flag.withDescription("Signature scheme of the provider [default: form-sha256]"),
      Flag.withDefault("form-sha256" as const)
    )
  },
  Effect.fn("installations add sms")(function* (options) {
    const workspace = yield* workspaceOf(options.organization, options.workspace)
    const signingSecret = yield* secretOf(options.secretFile)
    const { insert } = yield* SmsInstallations
    const { name, scheme } = options
    const xid = yield* addInstallation((row) => insert({ ...row, scheme }), { workspace, name, ...signingSecret })
    yield* show(options, { xid, path: `/api/providers/sms/${xid}/deliveries/{deliveryId}` }, signingSecret)
  }, Effect.provide(installationServices))
).pipe(
  Command.withDescription("Add an SMS provider to a workspace"),
  Command.withExamples([
    {
      command:
        "hub installations add sms --organization grand --workspace main --name Twilio --scheme twilio --secret-file token.txt",
      description: "Twilio with the account's auth token"
    }
  ])
)

/** Adds an installation and prints its secret, once, if it was generated (INT-038). */
export const add = Command.make("add").pipe(
  Command.withDescription("Add an installation of a chat platform or an SMS provider"),
  Command.withExamples([
    {
      command: "hub installations add sms --organization grand --workspace main --name Provider",
      description: "With a generated secret, printed once"
    }
  ]),
  Command.withSubcommands([chat, sms])
)

import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { randomToken } from "../../domain/shared/randomToken.ts"
import { readFile } from "../readFile.ts"
import { Refused } from "../Refused.ts"

/** Where the secret of a provider is that makes its own, as Slack and Twilio do; never on the command line, which others see. */
export const secretFile = Flag.String("secret-file").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("A file with the signing secret that the provider gives [default: a new one, printed once]"),
  Flag.optional
)

const pattern = /^[\x21-\x7e]{16,200}$/

/** The secret in the file, or a new one, which is `isNew` and has to be printed. */
export const secretOf = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isNone(file)) return { secret: yield* randomToken("whs_"), isNew: true }
  const secret = (yield* readFile(file.value, 4096)).trim()
  if (!pattern.test(secret)) {
    return yield* new Refused({ message: `${file.value} has no secret of 16 to 200 printable ASCII characters` })
  }
  return { secret, isNew: false }
})

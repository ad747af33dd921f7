import { Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { randomToken } from "../../domain/shared/randomToken.ts"
import { readFile } from "../readFile.ts"
import { Refused } from "../Refused.ts"

/**
 * The file with the secret of a provider that issues its own, such as Slack or Twilio. Not a plain flag, because
 * command lines are visible to other users.
 */
export const secretFile = Flag.String("secret-file").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("File with the signing secret issued by the provider [default: a generated one, printed once]"),
  Flag.optional
)

const pattern = /^[\x21-\x7e]{16,200}$/

/** The secret from the file, or a generated one (`isNew`), which must be printed. */
export const secretOf = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isNone(file)) return { secret: yield* randomToken("whs_"), isNew: true }
  const secret = (yield* readFile(file.value, 4096)).trim()
  if (!pattern.test(secret)) {
    return yield* new Refused({
      message: `${file.value} does not contain a secret of 16 to 200 printable ASCII characters`
    })
  }
  return { secret, isNew: false }
})

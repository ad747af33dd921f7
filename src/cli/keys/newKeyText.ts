import { Redacted } from "effect"
import type { keyView } from "./keyView.ts"
import { table } from "../table.ts"

/** A new key as text, the only place where its secret is shown. */
export const newKeyText = (view: ReturnType<typeof keyView>, secret: Redacted.Redacted): string =>
  [
    table([
      ["key", view.id],
      ["name", view.name],
      ["permissions", view.permissions.join(" ")],
      ["expires", view.expiresAt ?? "never"],
      ["secret", Redacted.value(secret)]
    ]),
    "",
    "The secret is shown only once: just its hash is stored."
  ].join("\n")

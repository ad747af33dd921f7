import { Schema } from "effect"
import { installationFields } from "../providers/Installation.ts"

export const SmsScheme = Schema.Literals(["form-sha1", "form-sha256", "twilio"])
export type SmsScheme = typeof SmsScheme.Type

/** A provider that sends the SMS of one workspace. */
export const SmsInstallation = Schema.Struct({ ...installationFields, scheme: SmsScheme })
export type SmsInstallation = typeof SmsInstallation.Type

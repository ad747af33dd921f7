import { Context } from "effect"
import type { InstallationStore } from "../providers/InstallationStore.ts"
import type { SmsInstallation } from "./SmsInstallation.ts"

/** The SMS providers of organizations. */
export class SmsInstallations extends Context.Service<SmsInstallations, InstallationStore<SmsInstallation>>()(
  "hub/domain/sms/SmsInstallations"
) {}

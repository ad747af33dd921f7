import { smsInstallationXids } from "../../src/demo/demoProviders.ts"
import { SmsInstallations } from "../../src/domain/sms/SmsInstallations.ts"
import * as SmsInstallationsLayer from "../../src/layers/repositories/SmsInstallationsLayer.ts"
import { chatDataset } from "../support/datasets/chatDataset.ts"
import { installationStoreContract } from "../support/installationStoreContract.ts"

const [first, ...others] = chatDataset.smsInstallations
if (first === undefined) throw new Error("no installation")

installationStoreContract(
  "SmsInstallations",
  SmsInstallations,
  SmsInstallationsLayer,
  [first, ...others],
  smsInstallationXids.sms_b
)

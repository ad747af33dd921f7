import { Schema } from "effect"
import { LabelText, LongText } from "../shared/LabelText.ts"
import type { Program } from "./Program.ts"

/** The settings of a program that partners control, other than its status, with their bounds. */
export const programFields = {
  name: LabelText(100).annotateKey({ description: "Name of the program" }),
  description: Schema.NullOr(LongText(2000)).annotateKey({ description: "Description of the program; null if none" }),
  currencyName: LabelText(50).annotateKey({ description: "Name of the program's points" }),
  pointsExpiryMonths: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1200 })).annotateKey({
    description: "Months for which points are valid once earned; a change does not affect points already earned"
  })
}

export const ProgramSettings = Schema.Struct(programFields)
export interface ProgramSettings extends Schema.Schema.Type<typeof ProgramSettings> {}

/** New settings; absent fields stay. */
export type ProgramChange = { readonly [Field in keyof ProgramSettings]?: ProgramSettings[Field] | undefined }

export const programSettingsOf = (program: Program): ProgramSettings => ({
  name: program.name,
  description: program.description,
  currencyName: program.currencyName,
  pointsExpiryMonths: program.pointsExpiryMonths
})

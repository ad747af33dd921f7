import { Schema } from "effect"
import { LabelText, LongText } from "../shared/LabelText.ts"
import type { Program } from "./Program.ts"

/** What partners decide of a program besides its status, with the bounds of each. */
export const programFields = {
  name: LabelText(100).annotateKey({ description: "Name of the program" }),
  description: Schema.NullOr(LongText(2000)).annotateKey({ description: "What the program is; null for nothing" }),
  currencyName: LabelText(50).annotateKey({ description: "What its points are called" }),
  pointsExpiryMonths: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1200 })).annotateKey({
    description: "Months for which points are valid once earned; those earned before a change keep theirs"
  })
}

export const ProgramSettings = Schema.Struct(programFields)
export interface ProgramSettings extends Schema.Schema.Type<typeof ProgramSettings> {}

/** New settings; an absent field stays. */
export type ProgramChange = { readonly [Field in keyof ProgramSettings]?: ProgramSettings[Field] | undefined }

export const programSettingsOf = (program: Program): ProgramSettings => ({
  name: program.name,
  description: program.description,
  currencyName: program.currencyName,
  pointsExpiryMonths: program.pointsExpiryMonths
})

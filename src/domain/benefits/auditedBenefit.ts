import type { BenefitView } from "./BenefitView.ts"

/** The settings of a benefit as recorded in the audit log. */
export const auditedBenefit = ({ createdAt: _, groupIds: __, updatedAt: ___, ...settings }: BenefitView) => settings

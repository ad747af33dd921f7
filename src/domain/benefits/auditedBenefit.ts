import type { BenefitView } from "./BenefitView.ts"

/** The settings of a benefit as the audit log holds them. */
export const auditedBenefit = ({ createdAt: _, groupIds: __, updatedAt: ___, ...settings }: BenefitView) => settings

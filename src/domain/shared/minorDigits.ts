const digitsOf: ReadonlyMap<string, number> = new Map(
  Object.entries({
    BIF: 0,
    CLP: 0,
    DJF: 0,
    GNF: 0,
    ISK: 0,
    JPY: 0,
    KMF: 0,
    KRW: 0,
    PYG: 0,
    RWF: 0,
    UGX: 0,
    UYI: 0,
    VND: 0,
    VUV: 0,
    XAF: 0,
    XOF: 0,
    XPF: 0,
    BHD: 3,
    IQD: 3,
    JOD: 3,
    KWD: 3,
    LYD: 3,
    OMR: 3,
    TND: 3,
    CLF: 4,
    UYW: 4
  })
)

/**
 * The decimals of a currency's minor unit (ISO 4217): 2 for EUR and HUF, 0 for JPY, 3 for KWD. Not from `Intl`, whose
 * digits are for display: they differ from the standard, as 0 for HUF does, and change with the version of Node.
 */
export const minorDigits = (currency: string): number => digitsOf.get(currency) ?? 2

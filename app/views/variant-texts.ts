/** What features and their choices are called on the tools' page (docs/product.md#experiments-and-seasons). */
export const variantTexts = {
  "registration-flow": {
    label: "admin:variants.flow",
    choices: { default: "admin:variants.flow.default", lean: "admin:variants.flow.lean" },
  },
  "landing-layout": {
    label: "admin:variants.layout",
    choices: {
      "right-double-column": "admin:variants.layout.double",
      "center-single-column": "admin:variants.layout.single",
      "only-mobile": "admin:variants.layout.mobile",
    },
  },
  "signup-steps": {
    label: "admin:variants.steps",
    choices: { full: "admin:variants.steps.full", short: "admin:variants.steps.short" },
  },
  headline: {
    label: "admin:variants.headline",
    choices: {
      default: "admin:variants.headline.default",
      social: "admin:variants.headline.social",
      viral: "admin:variants.headline.viral",
      viralProductShare: "admin:variants.headline.viralProductShare",
      daba: "admin:variants.headline.daba",
    },
  },
  "seasonal-banner": {
    label: "admin:variants.banner",
    choices: {
      auto: "admin:variants.banner.auto",
      none: "admin:variants.banner.none",
      "black-friday": "admin:variants.banner.blackFriday",
      "black-week": "admin:variants.banner.blackWeek",
      "cyber-monday": "admin:variants.banner.cyberMonday",
    },
  },
  "form-finished-popup": {
    label: "admin:variants.popup",
    choices: { false: "admin:variants.popup.false", true: "admin:variants.popup.true" },
  },
  "registration-extra-fields": {
    label: "admin:variants.extraFields",
    choices: { false: "admin:variants.extraFields.false", true: "admin:variants.extraFields.true" },
  },
} as const;

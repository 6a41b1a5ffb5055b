export const couponRefusals = {
  couponUnknown: "Check the code: there is no such coupon for this video.",
  couponOtherVideo: "It is for other videos of this creator.",
  couponEarly: "It is not valid yet.",
  couponOver: "It has expired.",
  couponUsedUp: "It has been used as often as allowed.",
  couponUsed: "You have already used this coupon.",
  couponFirstOnly: "It is only for a first purchase.",
  couponTooLow: "With it the price would be below the least that we can charge, R$0.50.",
};

export {
  type OpenidStandIn,
  startOpenidStandIn,
} from '#server/auth/embedded-provider/testing/stand-in-openid.ts';

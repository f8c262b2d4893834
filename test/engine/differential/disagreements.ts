/**
 * The pairs on which Turnkeeper and the reference disagree, by reason. The list is complete: it is compared exactly, so
 * a new disagreement fails and so does one that is gone.
 */

export const reasons: Readonly<Record<keyof typeof disagreements, string>> = {
  D3: 'A null is never made into 0, "" or false: an agent that says nothing has not said zero. It is refused where it stands.',
  B04: 'Digits beyond 2^53 may be lost already; the number or text that remains is refused, not used.',
  B05: 'JSON text of a list or an object, where no text is wanted, is read and then judged like what it says.',
  place: 'A property that only additionalProperties describes is named itself, not the object that has it.',
};

export const disagreements = {
  D3: [
    'optional array < [null]: reference {"v":[0]}, here refused at v.0',
    'optional object < {"n":null}: reference {"v":{"n":0}}, here refused at v.n',
    'optional object or boolean < {"n":null}: reference {"v":{"n":0}}, here refused at v v.n',
    'required array < [null]: reference {"v":[0]}, here refused at v.0',
    'required boolean < null: reference {"v":false}, here refused at v',
    'required boolean or string < null: reference {"v":false}, here refused at v',
    'required integer < null: reference {"v":0}, here refused at v',
    'required number < null: reference {"v":0}, here refused at v',
    'required object < {"n":null}: reference {"v":{"n":0}}, here refused at v.n',
    'required object or boolean < null: reference {"v":false}, here refused at v',
    'required object or boolean < {"n":null}: reference {"v":{"n":0}}, here refused at v v.n',
    'required string < null: reference {"v":""}, here refused at v',
    'required string or number < null: reference {"v":""}, here refused at v',
    'optional map of numbers < {"n":null}: reference {"v":{"n":0}}, here refused at v.n',
    'required map of numbers < {"n":null}: reference {"v":{"n":0}}, here refused at v.n',
  ],
  B04: [
    'optional boolean or string < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'optional integer < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'optional integer < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'optional number < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'optional number < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'optional number or null < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'optional number or null < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'optional string < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'optional string or null < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'optional string or number < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'required boolean or string < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'required integer < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'required integer < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'required number < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'required number < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'required number or null < "9007199254740993": reference {"v":9007199254740992}, here refused at v',
    'required number or null < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
    'required string < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'required string or null < 9007199254740992: reference {"v":"9007199254740992"}, here refused at v',
    'required string or number < 9007199254740992: reference {"v":9007199254740992}, here refused at v',
  ],
  B05: [
    'optional array < "[1]": reference refused at v, here {"v":[1]}',
    'optional array of objects < "[1]": reference refused at v, here refused at v.0',
    'optional object < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
    'optional object or boolean < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
    'required array < "[1]": reference refused at v, here {"v":[1]}',
    'required array of objects < "[1]": reference refused at v, here refused at v.0',
    'required object < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
    'required object or boolean < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
    'optional map of numbers < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
    'required map of numbers < "{\\"n\\":1}": reference refused at v, here {"v":{"n":1}}',
  ],
  place: [
    'optional map of numbers < {"n":"x"}: reference refused at v, here refused at v.n',
    'required map of numbers < {"n":"x"}: reference refused at v, here refused at v.n',
  ],
} as const;

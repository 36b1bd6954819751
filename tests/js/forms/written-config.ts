/** A ConfigFile as people write it. */
export const configText = `; top
version=5 ; five

[player]

name="Mira
of [x] ; no comment" ; a name
"key with space"=[1, {
"a": Vector2(1, 2) ; inside
}]
hp = 10
speed=2.0 ; stays a float

[a\\]b]
x=1
x=2`;

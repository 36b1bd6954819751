// Text resources that Godot 4.6.3, 3.6 and 3.2.3 refuse. A § stands where the error is said to be.
const resource = '[gd_resource type="Resource" load_steps=2 format=2]\n';
const scene = "[gd_scene load_steps=2 format=2]\n";
const outer = '[ext_resource path="res://theme.tres" type="Theme" id=1]\n';
const inner = '[sub_resource type="Resource" id=1]\n';
const main = "[resource]\n";
const node = '[node name="A" type="Node"]\n';

export const refusedTexts: Readonly<Record<string, string>> = {
  "a property of the header": `${resource}§resource_name = "a"\n${main}`,
  "a property of another file": `${resource}${outer}§resource_name = "a"\n${main}`,
  "a property of a connection": `${scene}${node}[connection signal="ready" from="." to="." method="x"]\n§a = 5\n`,
  "a property of an editable instance": `${scene}${node}[editable path="A"]\n§a = 5\n`,
  "a backslash between attributes": `${resource}[sub_resource type="Resource"§\\ id=1]\n${main}`,
  "an attribute in quotes": `${resource}[sub_resource §"type"="Resource" id=1]\n${main}`,
  "an attribute of two words": `${resource}[sub_resource ty §pe="Resource" id=1]\n${main}`,
  "an attribute with a dash": `${resource}[sub_resource a§-b=1 type="Resource" id=1]\n${main}`,
  "an attribute that begins with a digit": `${resource}[sub_resource §1b=1 type="Resource" id=1]\n${main}`,
  "an attribute beyond ASCII": `${resource}[sub_resource §\u00e9=1 type="Resource" id=1]\n${main}`,
  "no blank behind the name of a section": `${resource}[sub_resourcetype§="Resource" id=1]\n${main}`,
  "a header without a class": `§[gd_resource format=2]\n${main}`,
  "a resource without a class": `${resource}§[sub_resource id=1]\n${main}`,
  "a resource without an id": `${resource}§[sub_resource type="Resource"]\n${main}`,
  "another file without a path": `${resource}§[ext_resource type="Theme" id=1]\n${main}`,
  "another file without a class": `${resource}§[ext_resource path="res://theme.tres" id=1]\n${main}`,
  "another file without an id": `${resource}§[ext_resource path="res://theme.tres" type="Theme"]\n${main}`,
  "a connection without a method": `${scene}${node}§[connection signal="ready" from="." to="."]\n`,
  "an editable instance without a path": `${scene}${node}§[editable]\n`,
  "two headers": `${resource}§${resource}${main}`,
  "a node of a resource": `${resource}§${node}${main}`,
  "the resource of a scene": `${scene}§${main}${node}`,
  "a connection of a resource": `${resource}§[connection signal="ready" from="." to="." method="x"]\n${main}`,
  "an editable instance before the nodes": `${scene}§[editable path="A"]\n${node}`,
  "a resource behind a node": `${scene}${node}§${inner}`,
  "another file behind a node": `${scene}${node}§${outer}`,
  "a reference to another file that is not listed": `${resource}${main}script = §ExtResource( 7 )\n`,
  "a reference to a resource that is not listed": `${resource}${inner}${main}a = [ 1, "SubResource( 8 )", §SubResource( 7 ) ]\n`,
  "a reference to a later resource": `${resource}${inner}a = §SubResource( 2 )\n[sub_resource type="Resource" id=2]\n${main}`,
  "a reference to another file that comes later": `${resource}${inner}a = §ExtResource( 1 )\n${outer}${main}`,
  "a reference behind a comment with a quote": `${resource}${main}; "\nscript = §ExtResource( 7 )\n`,
  "a reference behind a comment in its brackets": `${resource}${inner}${main}a = §SubResource( ; 1\n7 )\n`,
  "a reference by an Array": `${resource}${inner}${main}a = §SubResource([1])\n`,
  "a reference by a bool": `${resource}${inner}${main}a = [ §SubResource( true ) ]\n`,
  "a reference by a negative number": `${resource}${inner}${main}a = §SubResource(-1)\n`,
  "another file by a bool": `${resource}${outer}${main}a = §ExtResource(true)\n`,
  "a file by a number": `${resource}${main}a = §Resource(5)\n`,
  "a file by two paths": `${resource}${main}a = §Resource("res://item.gd", "res://theme.tres")\n`,
  "a path that is a number": `${resource}[ext_resource path=§5 type="Theme" id=1]\n${main}a = ExtResource( 1 )\n`,
  "a class that is a number": `${resource}[sub_resource type=§5 id=1]\n${main}`,
  "a class that is null": `${resource}[sub_resource type=§null id=1]\n${main}`,
  "a color at the end of the text": `${resource}${main}a = §#f80`,
  "a scene in a node that is not listed": `${scene}${node}[node name="B" parent="." instance=§ExtResource( 7 )]\n`,
};

/** Only Godot 4 refuses these. */
export const refusedByGodot4: Readonly<Record<string, string>> = {
  "an id with an escape that is not listed": `[gd_resource type="Resource" format=3]\n${main}a = [ §SubResource("7\\"a"), 5 ]\n`,
  "another file behind a resource": `[gd_resource type="Resource" format=3]\n${inner}§${outer}${main}`,
  "a reference by a float": `[gd_resource type="Resource" format=3]\n${inner}${main}a = §SubResource(1.0)\n`,
  "an id that is a float": `[gd_resource type="Resource" format=3]\n[sub_resource type="Resource" id=§1.0]\n${main}a = SubResource(1)\n`,
  "an id that is an Array": `[gd_resource type="Resource" format=3]\n[sub_resource type="Resource" id=§[1]]\n${main}a = SubResource(1)\n`,
  "a declared type that is not listed": `[gd_resource type="Resource" format=3]\n${main}a = Array[§ExtResource("7_a")]([])\n`,
};

/** Only Godot 3 refuses these. */
export const refusedByGodot3: Readonly<Record<string, string>> = {
  "a version with an exponent": `[gd_resource type="Resource" format=§2E]\n${main}`,
  "a class that is a StringName": `${resource}[sub_resource type=§&"Resource" id=1]\n${main}`,
  "a reference to a resource by a text": `${resource}${inner}${main}a = §SubResource( "1" )\n`,
};

/** What all engines read. */
export const readTexts: Readonly<Record<string, string>> = {
  "a resource that refers to itself": `${resource}${outer}${inner}a = SubResource( 1 )\n${main}b = ExtResource( 1 )\n`,
  "blanks and comments in headers": `; a comment\n${resource}[ sub_resource\ntype = "Resource" ; another\nid=1 ]\n${main}a = SubResource(\n1 ) ; SubResource( 7 ) "\n`,
  "control characters for blanks": `${resource}${inner}${main}a = SubResource(\u0001 1\u0002)\n`,
  "no blank behind a number of the header": `[gd_resource type="Resource" load_steps=3format=2]\n${inner}${main}a = SubResource(1)\n`,
  "two properties on one line": `${resource}${inner}${main}b = [ 2 ] a = SubResource(1) "c" = 5\n`,
  "a section behind a property": `${resource}${inner}resource_name = "a" ${main}a = SubResource(1)\n`,
  "an attribute twice": `${resource}[sub_resource type="Curve" id=1 type="Resource"]\n${main}a = SubResource(1)\n`,
  "a property twice": `${resource}${inner}${main}a = 1\na = SubResource(1)\n`,
  "no blank between attributes": `${resource}[sub_resource type="Resource"id=1]\n${main}a = SubResource(1)\n`,
};

"""The second half of the table in `rules.py`: node types of the other grammars."""

from __future__ import annotations

from trove_git.code import forms_functional, forms_jvm, forms_more, forms_ruby
from trove_git.code.walk import Rule

_HOLDS = Rule()


def _holders(names: str) -> dict[str, Rule]:
    """Rules for nodes that only hold others."""
    return dict.fromkeys(names.split(), _HOLDS)


CSHARP = {
    **_holders(
        "compilation_unit declaration_list ERROR preproc_if preproc_else preproc_elif preproc_region global_statement"
    ),
    "using_directive": Rule(handler=forms_jvm.csharp_using),
    "namespace_declaration": Rule(handler=forms_jvm.csharp_namespace),
    "file_scoped_namespace_declaration": Rule(handler=forms_jvm.csharp_namespace),
    "class_declaration": Rule("class"),
    "record_declaration": Rule("class"),
    "struct_declaration": Rule("struct"),
    "interface_declaration": Rule(handler=forms_jvm.open_type),
    "enum_declaration": Rule("enum", body=("body",)),
    "delegate_declaration": Rule("type", body=()),
    "method_declaration": Rule("function"),
    "constructor_declaration": Rule("function"),
    "destructor_declaration": Rule(handler=forms_jvm.csharp_destructor),
    "operator_declaration": Rule(handler=forms_jvm.csharp_destructor),
    "conversion_operator_declaration": Rule(handler=forms_jvm.csharp_destructor),
    "local_function_statement": Rule("function"),
    "field_declaration": Rule(handler=forms_jvm.csharp_field),
}

PHP = {
    **_holders(
        "program declaration_list enum_declaration_list "
        "if_statement compound_statement else_clause else_if_clause colon_block "
        "ERROR"
    ),
    "namespace_definition": Rule(handler=forms_jvm.php_namespace),
    "namespace_use_declaration": Rule(handler=forms_jvm.php_use),
    "function_definition": Rule("function"),
    "class_declaration": Rule("class"),
    "interface_declaration": Rule("interface"),
    "trait_declaration": Rule("trait"),
    "enum_declaration": Rule("enum"),
    "method_declaration": Rule("function"),
    "const_declaration": Rule(handler=forms_jvm.php_const),
    "expression_statement": Rule(handler=forms_jvm.php_statement),
}

BASH = {
    **_holders(
        "program if_statement elif_clause else_clause compound_statement while_statement for_statement do_group "
        "case_statement case_item list subshell ERROR redirected_statement"
    ),
    "function_definition": Rule("function"),
    "declaration_command": Rule(handler=forms_more.bash_declaration),
    "command": Rule(handler=forms_more.bash_alias),
}

KOTLIN = {
    **_holders("source_file class_body enum_class_body ERROR"),
    "package_header": Rule(handler=forms_jvm.package),
    "import": Rule(handler=forms_jvm.kotlin_import),
    "import_header": Rule(handler=forms_jvm.kotlin_import),
    "class_declaration": Rule(handler=forms_jvm.kotlin_class),
    "object_declaration": Rule(handler=forms_jvm.kotlin_class),
    "companion_object": Rule(handler=forms_jvm.kotlin_class),
    "function_declaration": Rule("function", name_types=("simple_identifier", "identifier"), body=("function_body",)),
    "property_declaration": Rule(handler=forms_jvm.kotlin_property),
    "type_alias": Rule("type", name="type", name_types=("identifier", "type_identifier"), body=()),
}

SWIFT = {
    **_holders("source_file class_body enum_class_body protocol_body ERROR statements"),
    "import_declaration": Rule(handler=forms_jvm.swift_import),
    "class_declaration": Rule(handler=forms_jvm.swift_type),
    "protocol_declaration": Rule("protocol"),
    "function_declaration": Rule("function"),
    "protocol_function_declaration": Rule("function", body=()),
    "init_declaration": Rule(handler=forms_jvm.swift_init),
    "deinit_declaration": Rule(handler=forms_jvm.swift_init),
    "subscript_declaration": Rule(handler=forms_jvm.swift_init),
    "typealias_declaration": Rule("type", body=()),
    "associatedtype_declaration": Rule("type", body=()),
    "property_declaration": Rule(handler=forms_jvm.swift_property),
    "macro_declaration": Rule("macro", name_types=("simple_identifier",), body=()),
}

SCALA = {
    **_holders("compilation_unit template_body enum_body with_template_body extension_definition ERROR"),
    "block": Rule(handler=forms_jvm.scala_block),
    "indented_block": Rule(handler=forms_jvm.scala_block),
    "package_clause": Rule(handler=forms_jvm.scala_package),
    "import_declaration": Rule(handler=forms_jvm.scala_import),
    "object_definition": Rule("object"),
    "package_object": Rule("object"),
    "class_definition": Rule("class"),
    "trait_definition": Rule("trait"),
    "enum_definition": Rule("enum"),
    "given_definition": Rule("object"),
    "function_definition": Rule("function"),
    "function_declaration": Rule("function", body=()),
    "type_definition": Rule("type", body=()),
    "val_definition": Rule(handler=forms_jvm.scala_value),
}

LUA = {
    **_holders(
        "chunk block if_statement else_statement elseif_statement do_statement for_statement while_statement ERROR"
    ),
    "function_declaration": Rule(handler=forms_more.lua_function),
    "variable_declaration": Rule(handler=forms_more.lua_assignment),
    "assignment_statement": Rule(handler=forms_more.lua_assignment),
    "return_statement": Rule(handler=forms_more.lua_return),
}

ELIXIR = {
    **_holders("source do_block ERROR"),
    "call": Rule(handler=forms_ruby.elixir_call),
    "unary_operator": Rule(handler=forms_ruby.elixir_attribute),
}

HASKELL = {
    **_holders("haskell imports declarations class_declarations instance_declarations foreign_import ERROR"),
    "header": Rule(handler=forms_functional.haskell_header),
    "import": Rule(handler=forms_functional.haskell_import),
    "function": Rule(handler=forms_functional.haskell_function),
    "bind": Rule(handler=forms_functional.haskell_function),
    "signature": Rule(handler=forms_functional.haskell_function),
    "data_type": Rule("type", body=("constructors",)),
    "newtype": Rule("type", body=("constructor",)),
    "type_synomym": Rule("type", body=()),
    "type_synonym": Rule("type", body=()),
    "type_family": Rule("type", body=()),
    "data_family": Rule("type", body=()),
    "class": Rule("trait", body=("declarations",)),
    "instance": Rule(handler=forms_functional.haskell_instance),
}

ZIG = {
    **_holders("source_file ERROR"),
    "variable_declaration": Rule(handler=forms_more.zig_variable),
    "container_field": Rule(handler=forms_more.zig_field),
    "function_declaration": Rule(handler=forms_more.zig_function),
}

SQL = {
    **_holders("program statement block transaction ERROR"),
    **dict.fromkeys(
        "create_table create_view create_materialized_view create_function create_procedure create_type create_trigger "
        "create_schema create_sequence".split(),
        Rule(handler=forms_more.sql_create),
    ),
}

HCL = {
    **_holders("config_file body ERROR"),
    "block": Rule(handler=forms_more.hcl_block),
}

OCAML = {
    **_holders(
        "compilation_unit structure signature module_definition type_definition class_definition "
        "object_expression ERROR"
    ),
    "open_module": Rule(handler=forms_functional.ocaml_open),
    "include_module": Rule(handler=forms_functional.ocaml_open),
    "value_definition": Rule(handler=forms_functional.ocaml_value),
    "value_specification": Rule(handler=forms_functional.ocaml_specification),
    "external": Rule("function", name_types=("value_name",), body=()),
    "module_binding": Rule("mod", name="", name_types=("module_name",), body=("body", "signature")),
    "module_type_definition": Rule("interface", name="", name_types=("module_type_name",)),
    "type_binding": Rule("type"),
    "exception_definition": Rule(handler=forms_functional.ocaml_constructor),
    "class_binding": Rule("class", name="", name_types=("class_name",)),
    "method_definition": Rule("function", name="", name_types=("method_name",)),
}

JULIA = {
    **_holders("source_file ERROR if_statement macrocall_expression macro_argument_list"),
    "module_definition": Rule(handler=forms_functional.julia_module),
    "using_statement": Rule(handler=forms_functional.julia_import),
    "import_statement": Rule(handler=forms_functional.julia_import),
    "function_definition": Rule(handler=forms_functional.julia_definition),
    "macro_definition": Rule(handler=forms_functional.julia_definition),
    "struct_definition": Rule(handler=forms_functional.julia_definition),
    "abstract_definition": Rule(handler=forms_functional.julia_definition),
    "primitive_definition": Rule(handler=forms_functional.julia_definition),
    "assignment": Rule(handler=forms_functional.julia_assignment),
    "const_statement": Rule(handler=forms_functional.julia_assignment),
}

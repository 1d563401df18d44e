"""Which node types of each grammar are definitions, imports, or may hold some.

A table: only what a row cannot say is code, in the `forms_*` modules. A node type that is
not listed is never looked into.
"""

from __future__ import annotations

from collections.abc import Mapping

from trove_git.code import forms_c, forms_jvm, forms_ruby, forms_rust_go, forms_script
from trove_git.code.walk import Rule

Rules = Mapping[str, Rule]

_HOLDS = Rule()


def _holders(names: str) -> dict[str, Rule]:
    """Rules for nodes that only hold others."""
    return dict.fromkeys(names.split(), _HOLDS)


PYTHON: Rules = {
    **_holders(
        "module block decorated_definition if_statement elif_clause else_clause try_statement except_clause "
        "finally_clause with_statement for_statement while_statement match_statement "
        "case_clause ERROR"
    ),
    "function_definition": Rule("function"),
    "class_definition": Rule("class"),
    "expression_statement": Rule(handler=forms_script.python_statement),
    "import_statement": Rule(handler=forms_script.python_import),
    "import_from_statement": Rule(handler=forms_script.python_from),
    "future_import_statement": Rule(handler=forms_script.python_from),
    "type_alias_statement": Rule(handler=forms_script.python_type_alias),
}

JAVASCRIPT: Rules = {
    **_holders(
        "program statement_block class_body if_statement else_clause try_statement catch_clause finally_clause "
        "for_statement for_in_statement while_statement switch_statement switch_body switch_case switch_default "
        "labeled_statement ERROR"
    ),
    "function_declaration": Rule("function"),
    "generator_function_declaration": Rule("function"),
    "class_declaration": Rule("class"),
    "lexical_declaration": Rule(handler=forms_script.js_variables),
    "variable_declaration": Rule(handler=forms_script.js_variables),
    "expression_statement": Rule(handler=forms_script.js_statement),
    "return_statement": Rule(handler=forms_script.js_statement),
    "export_statement": Rule(handler=forms_script.js_export),
    "import_statement": Rule(handler=forms_script.js_import),
    "method_definition": Rule(handler=forms_script.js_method),
    "field_definition": Rule(handler=forms_script.js_field),
    "class_static_block": _HOLDS,
}

TYPESCRIPT: Rules = {
    **JAVASCRIPT,
    **_holders("ambient_declaration interface_body object_type"),
    "abstract_class_declaration": Rule("class"),
    "interface_declaration": Rule("interface"),
    "type_alias_declaration": Rule("type", body=()),
    "enum_declaration": Rule("enum"),
    "function_signature": Rule("function", body=()),
    "method_signature": Rule(handler=forms_script.js_method),
    "abstract_method_signature": Rule(handler=forms_script.js_method),
    "public_field_definition": Rule(handler=forms_script.js_field),
    "module": Rule(handler=forms_script.ts_module),
    "internal_module": Rule(handler=forms_script.ts_module),
}

GO: Rules = {
    **_holders(
        "source_file const_declaration var_declaration var_spec_list type_declaration ERROR import_declaration "
        "import_spec_list"
    ),
    "package_clause": Rule(handler=forms_rust_go.go_package),
    "import_spec": Rule(handler=forms_rust_go.go_import),
    "function_declaration": Rule("function", body=("body",)),
    "method_declaration": Rule(handler=forms_rust_go.go_method),
    "type_spec": Rule(handler=forms_rust_go.go_type),
    "type_alias": Rule(handler=forms_rust_go.go_type),
    "method_elem": Rule("method", body=()),
    "method_spec": Rule("method", body=()),
    "const_spec": Rule(handler=forms_rust_go.go_values),
    "var_spec": Rule(handler=forms_rust_go.go_values),
}

RUST: Rules = {
    **_holders(
        "source_file declaration_list foreign_mod_item block ERROR expression_statement const_block unsafe_block"
    ),
    "function_item": Rule("function"),
    "function_signature_item": Rule("function", body=()),
    "struct_item": Rule("struct"),
    "enum_item": Rule("enum"),
    "union_item": Rule("union"),
    "type_item": Rule("type", body=()),
    "associated_type": Rule("type", body=()),
    "const_item": Rule("constant", body=("value",)),
    "static_item": Rule("constant", body=("value",)),
    "macro_definition": Rule("macro", body=("macro_rule",)),
    "trait_item": Rule(handler=forms_rust_go.rust_trait),
    "impl_item": Rule(handler=forms_rust_go.rust_impl),
    "mod_item": Rule(handler=forms_rust_go.rust_mod),
    "use_declaration": Rule(handler=forms_rust_go.rust_use),
    "extern_crate_declaration": Rule(handler=forms_rust_go.rust_crate),
}

JAVA: Rules = {
    **_holders(
        "program class_body interface_body enum_body enum_body_declarations annotation_type_body block "
        "constructor_body "
        "enum_constant if_statement try_statement catch_clause finally_clause for_statement enhanced_for_statement "
        "while_statement synchronized_statement try_with_resources_statement ERROR"
    ),
    "package_declaration": Rule(handler=forms_jvm.package),
    "import_declaration": Rule(handler=forms_jvm.java_import),
    "class_declaration": Rule("class"),
    "record_declaration": Rule("class"),
    "interface_declaration": Rule(handler=forms_jvm.open_type),
    "annotation_type_declaration": Rule(handler=forms_jvm.open_type),
    "enum_declaration": Rule("enum"),
    "method_declaration": Rule("function"),
    "constructor_declaration": Rule("function"),
    "compact_constructor_declaration": Rule("function"),
    "annotation_type_element_declaration": Rule("function", body=()),
    "field_declaration": Rule(handler=forms_jvm.java_field),
    "constant_declaration": Rule(handler=forms_jvm.java_field),
    "local_variable_declaration": Rule(handler=forms_jvm.java_local),
    "expression_statement": Rule(handler=forms_jvm.java_expression),
    "return_statement": Rule(handler=forms_jvm.java_expression),
    "throw_statement": Rule(handler=forms_jvm.java_expression),
}

C: Rules = {
    **_holders(
        "translation_unit preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef linkage_specification "
        "declaration_list field_declaration_list ERROR compound_statement"
    ),
    "function_definition": Rule(handler=forms_c.c_function),
    "declaration": Rule(handler=forms_c.c_declaration),
    "type_definition": Rule(handler=forms_c.c_typedef),
    "struct_specifier": Rule(handler=forms_c.c_type),
    "union_specifier": Rule(handler=forms_c.c_type),
    "enum_specifier": Rule(handler=forms_c.c_type),
    "field_declaration": Rule(handler=forms_c.c_declaration),
    "expression_statement": Rule(handler=forms_c.c_statement),
    "labeled_statement": Rule(handler=forms_c.c_statement),
}

CPP: Rules = {
    **C,
    **_holders("template_declaration friend_declaration"),
    "class_specifier": Rule(handler=forms_c.c_type),
    "namespace_definition": Rule(handler=forms_c.cpp_namespace),
    "alias_declaration": Rule("type", body=()),
    "concept_definition": Rule("type", body=()),
}

RUBY: Rules = {
    **_holders(
        "program body_statement then else if unless if_modifier unless_modifier begin ensure rescue elsif case when "
        "block_body ERROR parenthesized_statements binary while"
    ),
    "class": Rule(handler=forms_ruby.ruby_type),
    "module": Rule(handler=forms_ruby.ruby_type),
    "singleton_class": Rule(handler=forms_ruby.ruby_singleton),
    "method": Rule(handler=forms_ruby.ruby_method),
    "singleton_method": Rule(handler=forms_ruby.ruby_method),
    "assignment": Rule(handler=forms_ruby.ruby_assignment),
    "operator_assignment": Rule(handler=forms_ruby.ruby_assignment),
    "call": Rule(handler=forms_ruby.ruby_call),
}

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

// What has fields: a mapping of a workflow file.
enum class Owner {
    none,
    workflow,
    parameter,
    limits,
    step,
    exec,
    shell,
    python,
    tool,
    llm,
    prompt,
    context,
    call, // of another workflow
    foreach,
    parallel,
    ask,
    retry,
    backoff,
};
constexpr std::size_t owner_count = static_cast<std::size_t>(Owner::backoff) + 1;

// What the value of a field is.
enum class Shape {
    text, // a scalar; a number or a truth value counts as it is written
    line, // the same, on one line
    boolean,
    count, // a whole number from `min` to `max`
    number, // from `min` to `max`
    any,
    texts, // a list of texts
    words, // the same, or a text that is split into words
    names, // a list of names
    tools, // the same, or the word all
    named_texts, // name → text
    named_values, // name → any value
    schema, // a mapping, or the name of a file
    block, // a mapping with the fields of `block`
    blocks, // a list of these
    named_blocks, // name → such a mapping
    steps, // a list of steps
    named_steps, // name → a list of steps
};

// What may stand in a text of a field, and what becomes of it.
enum class Fill {
    nothing, // what stands there: no template
    text, // output and tags, as a text
    value, // output, as a value with its type
    element, // output, as one text that is never split
    script, // output of parameters of a few types alone, in a script
    variable, // as element, in a variable of the environment: secrets, too
    condition, // an expression that is true or false
    number, // a number, or an expression that gives one
};

// One row: everything that is known of a field. The parser obeys it; the JSON Schema, the reference
// and the completions are made of it.
struct FieldRow {
    Owner owner;
    std::string_view name;
    Shape shape;
    Fill fill = Fill::nothing;
    std::string_view help = {};
    std::string_view preset = {}; // the default, for readers
    std::vector<std::string_view> choices = {}; // of a text
    std::string_view alias = {}; // another name of it
    Owner block = Owner::none; // of block, blocks and named_blocks
    std::string_view shorthand = {}; // a text in place of the block is this field of it
    double min = 0; // of count and number
    double max = 1e9;
    bool is_required = false;
    bool is_kind = false; // of a step: what it does
    bool is_operators = false; // an untrusted file must not have it
};

const std::vector<FieldRow>& field_table();

// The row of a name or an alias, or nullptr.
const FieldRow* field_row(Owner owner, std::string_view name);

const std::vector<const FieldRow*>& fields_of(Owner owner);

// "step", for messages and the names of definitions in the schema.
std::string_view name_of(Owner owner);

// "a list of texts"
std::string_view name_of(Shape shape);

}

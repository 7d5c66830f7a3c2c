#include "agent/channel/schema.hpp"

#include "agent/channel/tables.hpp"

#include <algorithm>

namespace agent::channel {

static std::string in_code(std::string_view text) { return "`" + std::string(text) + "`"; }

static std::string words_of_fields(const Table& table);

static std::string words_of_alternative(const Type& type, const Type& one)
{
    if (one.kind != Type::Kind::object)
        return one.kind == Type::Kind::text ? "a string" : "a list";
    std::string fields = words_of_fields(*one.table);
    if (type.tag.empty())
        return fields;
    return in_code(type.tag) + " " + in_code(one.table->tag)
        + (fields.empty() ? "" : " with " + fields);
}

static std::string words_of_choice(const Type& type)
{
    std::string words;
    for (const Type* one : type.choices)
        words += (words.empty() ? "" : ", or ") + words_of_alternative(type, *one);
    return words;
}

// Returns the text after the name of a field: the words of an enumeration, or the fields of an
// object.
static std::string words_of_type(const Type& type)
{
    using Kind = Type::Kind;
    if (type.kind == Kind::optional)
        return words_of_type(*type.inner);
    if (type.kind == Kind::list) {
        const std::string words = words_of_type(*type.inner);
        return words.empty() ? words : "[" + words + "]";
    }
    if (type.kind == Kind::object)
        return "{" + words_of_fields(*type.table) + "}";
    if (type.kind == Kind::choice)
        return "{" + words_of_choice(type) + "}";
    std::string words;
    for (const auto word : type.words)
        words += (words.empty() ? "" : ", ") + in_code(word);
    return words;
}

static std::string words_of_row(const Row& row)
{
    if (row.is_inline)
        return row.type->kind == Type::Kind::choice ? "(" + words_of_choice(*row.type) + ")"
                                                    : words_of_fields(*row.type->table);
    std::string words = in_code(row.name) + (row.is_required ? "" : "?");
    if (const std::string more = words_of_type(*row.type); !more.empty())
        words += " " + more;
    if (row.runs == Runs::workflow)
        words += " (of a workflow)";
    else if (row.runs == Runs::conversation)
        words += " (not of a workflow)";
    if (!row.description.empty())
        words += ": " + std::string(row.description);
    return words;
}

static std::string words_of_fields(const Table& table)
{
    std::string words;
    for (const Row& row : table.rows)
        words += (words.empty() ? "" : "; ") + words_of_row(row);
    return words;
}

static bool is_tagged_choice(const Row& row)
{
    return row.is_inline && row.type->kind == Type::Kind::choice && !row.type->tag.empty();
}

// Adds a row for the table, or for each alternative of its variant with a tag.
static void add_rows(std::string& page, const Table& table)
{
    const auto choice = std::find_if(table.rows.begin(), table.rows.end(), is_tagged_choice);
    const std::string name = "| " + in_code(table.tag);
    if (choice == table.rows.end()) {
        const std::string fields = words_of_fields(table);
        page += name + " | " + std::string(table.description) + (fields.empty() ? "" : " ") + fields
            + " |\n";
        return;
    }
    std::string_view description = table.description;
    for (const Type* one : choice->type->choices) {
        std::string fields;
        for (const Row& row : table.rows) {
            const std::string words
                = is_tagged_choice(row) ? words_of_fields(*one->table) : words_of_row(row);
            if (!words.empty())
                fields += (fields.empty() ? "" : "; ") + words;
        }
        page += name + " " + in_code(choice->type->tag) + " " + in_code(one->table->tag) + " | "
            + std::string(description) + (description.empty() || fields.empty() ? "" : " ") + fields
            + " |\n";
        description = {};
    }
}

std::string markdown_of_messages()
{
    std::string page = "| message | fields |\n| --- | --- |\n";
    for (const Type* one : host_messages().choices)
        add_rows(page, *one->table);
    page += "\nOf a workflow:\n\n| message | fields |\n| --- | --- |\n";
    add_rows(page, *workflow_messages().choices.front()->table);
    return page;
}

std::string markdown_of_events()
{
    std::string page = "| event | fields |\n| --- | --- |\n";
    for (const Type* one : events().choices)
        if (!one->table->tag.empty())
            add_rows(page, *one->table);
    return page;
}

}

#include "agent/workflow/template.hpp"

#include "agent/liquid/pieces.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::workflow {

using agent::liquid::Piece;
using agent::liquid::Reference;
using agent::liquid::TemplateError;

static constexpr std::array<std::pair<std::string_view, std::string_view>, 1> aliases {
    {{"step", "steps"}}};

agent::liquid::Settings settings_for(const Data& data)
{
    return {.now = data.now, .aliases = aliases};
}

// Returns the errors for {% %} in a field that accepts only output, and for ${{ }}.
static std::vector<TemplateError> wrong_marks(std::string_view source, bool allows_tags)
{
    std::vector<TemplateError> wrong;
    agent::liquid::Pieces pieces(source);
    bool follows_dollar = false;
    for (Piece piece = pieces.next(); piece.kind != Piece::Kind::end; piece = pieces.next()) {
        if (piece.kind == Piece::Kind::output && follows_dollar)
            wrong.push_back(agent::liquid::wrong(
                piece.offset - 3, "${{ }} is not a template", "write {{ }} without $"));
        if (piece.kind == Piece::Kind::tag && !allows_tags) {
            wrong.push_back(agent::liquid::wrong(piece.offset, "this field takes {{ }} and no tags",
                "compute the value in a `set` step, or in the text of a prompt"));
            return wrong;
        }
        if (piece.kind == Piece::Kind::tag && piece.name == "raw")
            pieces.until_end_of_raw();
        else if (piece.kind == Piece::Kind::tag && piece.name == "comment")
            pieces.skip_comment();
        follows_dollar = piece.kind == Piece::Kind::text && piece.content.ends_with('$');
    }
    return wrong;
}

// Returns the text between the braces around an offset of the source.
static std::string_view output_around(std::string_view source, std::size_t offset)
{
    agent::liquid::Pieces pieces(source);
    for (Piece piece = pieces.next(); piece.kind != Piece::Kind::end; piece = pieces.next())
        if (offset < piece.offset + piece.content.size())
            return text::stripped(piece.content);
    return {};
}

// Returns a name for an environment variable with the value of a reference.
static std::string variable_for(const Reference& reference)
{
    std::string name = reference.names.empty() ? "value" : reference.names.back();
    if (reference.names.size() > 2 && reference.names.front().starts_with("step"))
        name = reference.names[1];
    for (char& letter : name)
        if (!text::is_letter_or_digit(letter))
            letter = '_';
    return name.empty() || steers_programs(name) || (name[0] >= '0' && name[0] <= '9') ? "value"
                                                                                       : name;
}

static bool may_stand_in_script(const Reference& reference, const Names& names)
{
    if (reference.names.size() != 2 || reference.names[0] != "params")
        return false;
    const auto found = names.parameters.find(reference.names[1]);
    if (found == names.parameters.end())
        return true; // another error says that it does not exist
    return found->second == ParameterType::integer || found->second == ParameterType::number
        || found->second == ParameterType::boolean || found->second == ParameterType::choice;
}

static std::vector<TemplateError> wrong_in_script(
    std::string_view source, const std::vector<Reference>& references, const Names& names)
{
    std::vector<TemplateError> wrong;
    for (const auto& reference : references) {
        if (may_stand_in_script(reference, names))
            continue;
        const std::string variable = variable_for(reference);
        const std::string value(output_around(source, reference.offset));
        wrong.push_back(agent::liquid::wrong(reference.offset,
            "a script takes parameters of type int, float, bool and enum alone",
            "env: {" + variable + ": \"{{ " + value + " }}\"} and \"$" + variable
                + "\" in the script"));
    }
    return wrong;
}

FieldTemplate::FieldTemplate(
    const YamlNode& scalar, FieldClass field, const Names& names, Problems& problems)
    : scalar {.place = scalar.place,
        .scalar = scalar.scalar,
        .text = scalar.text,
        .is_block = scalar.is_block,
        .indentation = scalar.indentation}
{
    if (!scalar.scalar.is_string())
        return;
    try {
        check(field, names, problems);
    } catch (const TemplateError& error) {
        problems.push_back(located(error));
        source.reset();
    }
}

// True if the text may be a template. Most texts contain no {{ or {%.
static bool has_marks(std::string_view text)
{
    for (auto brace = text.find('{'); brace != std::string_view::npos;
         brace = text.find('{', brace + 1))
        if (text.substr(brace + 1, 1) == "{" || text.substr(brace + 1, 1) == "%")
            return true;
    return false;
}

void FieldTemplate::check(FieldClass field, const Names& names, Problems& problems)
{
    if (scalar.text.size() <= agent::liquid::max_template_bytes && !has_marks(scalar.text))
        return;
    const agent::liquid::Template parsed(scalar.text);
    const auto add = [&](const std::vector<TemplateError>& errors) {
        for (const auto& error : errors)
            problems.push_back(located(error));
        return !errors.empty();
    };
    if (add(wrong_marks(scalar.text, field == FieldClass::text)))
        return;
    const auto references = parsed.references();
    if (field == FieldClass::script && add(wrong_in_script(scalar.text, references, names)))
        return;
    add(wrong_assignments(parsed.assigned(), names));
    const auto secrets = field == FieldClass::environment ? Secrets::allowed : Secrets::refused;
    add(wrong_references(references, names, secrets));
    has_secrets = std::any_of(references.begin(), references.end(),
        [](const Reference& one) { return !one.names.empty() && one.names.front() == "secrets"; });
    if (!parsed.is_plain() || parsed.text(Json::object()) != scalar.text)
        source = parsed;
}

Problem FieldTemplate::located(const TemplateError& error) const
{
    Problem problem(scalar.place_of(error.offset), error.message, error.hint);
    problem.code = error.code;
    return problem;
}

template<class Work>
auto FieldTemplate::rendered(const Data& data, Work work) const
{
    try {
        return work(settings_for(data));
    } catch (const TemplateError& error) {
        throw located(error);
    }
}

std::string FieldTemplate::text(const Data& data) const
{
    if (!source)
        return scalar.scalar.is_null() ? "" : scalar.text;
    return rendered(data, [&](const auto& settings) { return source->text(data.roots, settings); });
}

Json FieldTemplate::value(const Data& data) const
{
    if (!source)
        return scalar.scalar;
    return rendered(
        data, [&](const auto& settings) { return source->value(data.roots, settings); });
}

Json FieldTemplate::preview(const Data& data, const KnownRoots& known) const
{
    if (!source)
        return value(data);
    for (const auto& reference : source->references())
        if (reference.names.empty() || !known.contains(reference.names.front()))
            return scalar.text;
    try {
        return value(data);
    } catch (const Problem&) { // the run will report it
        return scalar.text;
    }
}

std::string FieldTemplate::element(const Data& data) const
{
    std::string result = text(data);
    const auto refuse = [&](Code code, std::string message) {
        throw Problem(scalar.place, code, std::move(message), "pass it by `stdin`");
    };
    if (result.find('\0') != std::string::npos)
        refuse(Code::bad_request, "the value contains a NUL byte, which no argument can");
    if (result.size() > max_element_bytes)
        refuse(Code::too_large,
            "the value has " + std::to_string(result.size()) + " bytes, and an argument at most "
                + std::to_string(max_element_bytes));
    return result;
}

std::vector<std::string> arguments_of(
    const std::vector<FieldTemplate>& templates, bool allows_dash, const Data& data)
{
    std::vector<std::string> arguments;
    for (const auto& one : templates) {
        std::string argument = one.element(data);
        if (!allows_dash && one.begins_with_value() && argument.starts_with('-'))
            throw Problem(one.place(),
                "the value " + text::in_quotes(argument) + " would be read as an option",
                "put -- before it, write --option={{ … }}, or allow_dash: true");
        allows_dash = allows_dash || argument == "--";
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

FieldTemplate environment_template(
    std::string_view name, const YamlNode& scalar, const Names& names, Problems& problems)
{
    FieldTemplate result(scalar, FieldClass::environment, names, problems);
    if (!result.is_constant() && steers_programs(name))
        problems.emplace_back(scalar.place,
            "the variable " + text::in_quotes(name) + " steers programs, and takes no template",
            "write its value out");
    return result;
}

bool steers_programs(std::string_view variable)
{
    static constexpr std::array<std::string_view, 6> names {
        "PATH", "BASH_ENV", "ENV", "IFS", "NODE_OPTIONS", "RUBYOPT"};
    static constexpr std::array<std::string_view, 4> beginnings {"LD_", "PYTHON", "PERL5", "GIT_"};
    return std::find(names.begin(), names.end(), variable) != names.end()
        || std::any_of(beginnings.begin(), beginnings.end(),
            [&](std::string_view beginning) { return variable.starts_with(beginning); });
}

void check_literal(const YamlNode& scalar, std::string_view what, Problems& problems)
{
    const auto mark = std::min(scalar.text.find("{{"), scalar.text.find("{%"));
    if (mark != std::string::npos)
        problems.emplace_back(
            scalar.place_of(mark), std::string(what) + " takes no template", "write it out");
}

}

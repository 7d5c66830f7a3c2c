#include "agent/loop/structured_answer.hpp"

#include "agent/calls/repair.hpp"
#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

namespace agent::loop {

using namespace toolkit;

static constexpr std::size_t max_schema = 1 << 20;

// Runs `work`, and adds the name of the file to its errors.
template<class Work>
static auto named(const std::string& path, Work work)
{
    try {
        return work();
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "--output-schema " + text::in_quotes(path) + ": " + error.message, error.hint);
    }
}

static Json usable_schema(const std::string& text)
{
    Json document = json::parse_bounded(text, json::RepeatedNames::refused);
    const json::Schema usable(document, calls::compiled_by_re2);
    return document;
}

Json read_output_schema(const std::string& path)
{
    return named(path, [&] {
        return usable_schema(
            system::read_named_file(path, "the schema", max_schema, system::LinksOut::refused));
    });
}

Json read_found_output_schema(const std::string& path)
{
    return named(path,
        [&] { return usable_schema(system::read_found_file(path, "the schema", max_schema)); });
}

StructuredAnswer::StructuredAnswer(Json wanted, const redaction::Redaction& redaction)
    : document(std::move(wanted))
    , schema(document, calls::compiled_by_re2)
    , redaction(redaction)
{
}

Json StructuredAnswer::response_format() const
{
    return {{"type", "json_schema"}, {"json_schema", {{"name", "answer"}, {"schema", document}}}};
}

static std::string complaint(
    const json::Schema& schema, const std::string& text, const redaction::Redaction& redaction)
{
    Json answer;
    try {
        answer = json::parse_bounded(text);
        schema.check(answer);
        return {};
    } catch (const ToolError& error) {
        return redaction.redact_quotes(error.message, answer);
    }
}

std::string StructuredAnswer::complaint_about(std::string& answer) const
{
    std::string found = complaint(schema, answer, redaction);
    if (found.empty())
        return {};
    for (auto& repaired : calls::repaired_arguments(answer, calls::Ending::cut_off))
        if (complaint(schema, repaired.text, redaction).empty()) {
            answer = std::move(repaired.text);
            return {};
        }
    return found;
}

std::string StructuredAnswer::request_to_repair(const std::string& complaint) const
{
    return "Your answer does not fit the schema: " + complaint
        + ". Answer again, with JSON that fits it and nothing else. The schema: " + document.dump();
}

}

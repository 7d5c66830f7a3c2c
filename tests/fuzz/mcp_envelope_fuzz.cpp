#include "fuzz.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>

using namespace toolkit;
using namespace toolkit::mcp;

static std::optional<Json> parsed(std::string_view text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

static Json member(const Json& object, const char* name)
{
    return object.is_object() ? object.value(name, Json()) : Json();
}

static bool is_same(std::string_view written, const Json& value)
{
    const bool is_id = value.is_string() || value.is_number_integer();
    return written.empty() ? !is_id || value.dump().size() > 1000 : parsed(written) == value;
}

// What the scanner accepts is what the parser reads, or the parser refuses it by one of the limits
// that only it has.
void fuzz(std::string_view input)
{
    const auto read = read_envelope(input);
    const auto message = parsed(input);
    if (std::holds_alternative<Refusal>(read)) {
        must(std::get<Refusal>(read).code != parse_error || !message);
        return;
    }
    if (!message)
        return;
    const Envelope& envelope = std::get<Envelope>(read);
    must(message->is_object() && member(*message, "jsonrpc") == "2.0");
    must(envelope.id.empty() == !message->contains("id"));
    must(envelope.id.empty() || parsed(envelope.id) == message->at("id"));
    if (envelope.kind == MessageKind::response) {
        must(!message->contains("method"));
    } else {
        const std::string method = message->at("method").get<std::string>();
        must(envelope.method.view() == (method.size() > ShortText::capacity ? "" : method));
    }
    const Json params = member(*message, "params");
    const Json meta = member(params, "_meta");
    must((envelope.era == Era::modern)
        == (meta.is_object() && meta.contains("io.modelcontextprotocol/protocolVersion")));
    must(is_same(envelope.cancelled_id, member(params, "requestId")));
    must(is_same(envelope.progress_token, member(meta, "progressToken")));
}

#include "samples.hpp"

#include "agent/redaction/redaction.hpp"
#include "toolkit/json/parse.hpp"

#include "catch.hpp"

#include <set>

namespace agent::channel {

namespace {

struct Redactions {
    explicit Redactions(const redaction::Secrets& secrets)
        : all(secrets)
        , of_questions(secrets.of_questions())
    {
    }
    Hiding hiding() const { return {&all, &of_questions}; }
    redaction::Redaction all;
    redaction::Redaction of_questions;
};

}

TEST_CASE("a pattern changes no word of the protocol")
{
    const Redactions redactions({.patterns = {"approv|yes|answered|a1"}});
    const auto line = [&](const Event& event) {
        return encode(event, {1, "T"}, redactions.hiding());
    };
    CHECK(line(Asked {"a1", AskKind::approval, AskedState::answered, AskedVerdict::yes})
        == R"({"event":"asked","seq":1,"ts":"T","id":"a1","kind":"approval","state":"answered","verdict":"yes"})");
    CHECK(line(Note {"approval: yes"})
        == R"({"event":"note","seq":1,"ts":"T","text":"[redacted]al: [redacted]"})");
    CHECK(line(Turn {TurnEnds {.answer = "yes", .exit_reason = "answered"}})
              .find(R"("answer":"[redacted]","exitReason":"answered")")
        != std::string::npos);
}

TEST_CASE("what a tool or a manifest makes up is redacted, also where a word is expected")
{
    const std::string token = "ghp_" + std::string(36, 'a');
    const Redactions redactions({.values = {"hunter2hunter2"}, .patterns = {"acme-\\w+"}});
    const auto line = [&](const Event& event) {
        return encode(event, {1, "T"}, redactions.hiding());
    };
    const std::string result = line(Result {.id = "c1", .tool = "t", .code = "hunter2hunter2"});
    CHECK(result.find("hunter2") == std::string::npos);
    CHECK(line(Result {.id = "c1", .tool = "t", .code = "NOT_FOUND"}).find(R"("NOT_FOUND")")
        != std::string::npos);
    const Run run {.model = "m",
        .effects = Document(Json {{"t", {{"note", token}, {"policy", "acme-payroll"}}}}),
        .session = "acme-payroll"};
    CHECK(line(run).find(token) == std::string::npos);
    CHECK(line(run).find("payroll") == std::string::npos);
}

// Adds the names of the members that differ, with those of the objects in them.
static void add_changed(const Json& was, const Json& is, std::set<std::string>& names)
{
    for (const auto& [name, value] : was.items())
        if (!is.contains(name))
            names.insert("missing " + name);
        else if (is.at(name) != value)
            names.insert(name);
}

static void add_texts(const Table& table, std::set<std::string>& names)
{
    for (const Row& row : table.rows) {
        if (!row.is_inline && row.secrecy == Secrecy::text)
            names.emplace(row.name);
        if (row.is_inline && row.type->kind == Type::Kind::object)
            add_texts(*row.type->table, names);
        for (const Type* one : row.is_inline ? row.type->choices : std::span<const Type* const>())
            if (one->table != nullptr)
                add_texts(*one->table, names);
    }
}

template<class Events>
static void check_broad_pattern(const Type& all)
{
    const Redactions redactions({.patterns = {"[a-zA-Z]+"}});
    for (const Events& event : sample_of_each<Events>(all)) {
        const std::string line = encode(event, head());
        INFO(line);
        const std::string redacted = encode(event, head(), redactions.hiding());
        CHECK(decode_event<Events>(redacted));
        std::set<std::string> changed;
        add_changed(json::parse_bounded(line), json::parse_bounded(redacted), changed);
        std::set<std::string> texts;
        add_texts(*all.choices[all.size(&event)]->table, texts);
        for (const std::string& name : changed) {
            INFO(name);
            CHECK(texts.contains(name));
        }
    }
}

TEST_CASE("a pattern that matches every word changes texts alone, and each event can be read")
{
    check_broad_pattern<Event>(events());
    check_broad_pattern<ScreenEvent>(screen_events());
}

static const std::string secret = "kEy_7h3-v4lue";

// Texts of a stream come redacted, a host tool gets the arguments that were approved, and an editor
// what the operator has typed.
static bool may_have_secret(const Event& event)
{
    const auto* const ask = std::get_if<Ask>(&event);
    return std::holds_alternative<Text>(event) || std::holds_alternative<Reasoning>(event)
        || (ask != nullptr && std::holds_alternative<HostToolAsk>(ask->about));
}

TEST_CASE("a known value is in no text and no name of an event")
{
    const Redactions redactions({.values = {secret}});
    for (const Event& event : sample_of_each<Event>(events(), {true, 0, secret})) {
        // A sample fills codes and versions with the text, too, which no run does.
        const Table& table = *events().choices[events().size(&event)]->table;
        const std::string line = encode(event, head(), redactions.hiding());
        INFO(line);
        const Json fields = json::parse_bounded(line);
        for (const auto& [name, value] : fields.items()) {
            const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                [&, text = name](const Row& one) { return one.name == text; });
            if (row == table.rows.end() || row->secrecy == Secrecy::none || may_have_secret(event))
                continue;
            INFO(name);
            const bool is_step = row->type->kind == Type::Kind::list && name == "steps";
            CHECK((is_step || value.dump().find(secret) == std::string::npos));
        }
    }
}

// What events were before there were types: their fields as redact_json() has them.
TEST_CASE("texts, arguments and messages are redacted as in a record")
{
    const Redactions redactions({.values = {secret},
        .patterns = {"/customers/[0-9]+"},
        .keys = {"pin"},
        .workspace = {{}, {"where"}}});
    const std::string arguments = R"({"path":"/customers/17","pin":4711,"key":"kEy_7h3-v4lue",)"
                                  R"("env":{"DB_PASSWORD":"Zx9Kq2LmPw7"},)"
                                  R"("args":["--token","Qw3Er5Ty7Ui"]})";
    const Json fields {{"id", "ghp_0123456789abcdefghijABCDEFGHIJ456789"}, {"tool", "t"},
        {"arguments", arguments}}; // a text, as the model has written it
    const auto expected = [&](const char* name, const Json& all) {
        Json line {{"event", name}, {"seq", 1}, {"ts", "T"}};
        line.update(redactions.all.redact_json(all));
        return line.dump();
    };
    Json call = Json::parse(expected("call", fields));
    call["arguments"] = Json::parse(call.at("arguments").get<std::string>());
    CHECK(call.dump().find("Zx9Kq2LmPw7") == std::string::npos);
    CHECK(call.dump().find("Qw3Er5Ty7Ui") == std::string::npos);
    CHECK(encode(Event(call_event(fields.at("id"), "t", arguments)), {1, "T"}, redactions.hiding())
        == call.dump());
    const Json message {{"role", "assistant"}, {"content", "of /customers/17: " + secret},
        {"tool_calls",
            {{{"id", "c"}, {"type", "function"},
                {"function", {{"name", "t"}, {"arguments", arguments}}}}}}};
    CHECK(encode(Event(Message {1, Document(message)}), {1, "T"}, redactions.hiding())
        == expected("message", {{"step", 1}, {"message", message}}));
    CHECK(encode(Event(Result {.id = "c", .tool = "t", .bytes = 3, .content = arguments}), {1, "T"},
              redactions.hiding())
        == expected("result", {{"id", "c"}, {"tool", "t"}, {"bytes", 3}, {"content", arguments}}));
}

TEST_CASE("an approval hides known values alone, and a host tool gets its arguments as they are")
{
    const Redactions redactions(
        {.values = {secret}, .patterns = {"/customers/[0-9]+"}, .keys = {"pin"}});
    const Document arguments(Json {{"path", "/customers/17"}, {"pin", 4711}, {"key", secret}});
    const auto line = [&](const Event& event) {
        return encode(event, {1, "T"}, redactions.hiding());
    };
    CHECK(line(Ask {"a1", ApprovalAsk {.tool = "t", .arguments = arguments, .call = "c"}})
              .find(R"("arguments":{"path":"/customers/17","pin":4711,"key":"[redacted]"})")
        != std::string::npos);
    CHECK(line(Ask {"a2", HostToolAsk {"t", arguments, 30}}).find(arguments.json().dump())
        != std::string::npos);
}

}

#include "samples.hpp"

#include "toolkit/json/parse.hpp"

#include "catch.hpp"

#include <set>

namespace agent::channel {

template<class Message>
static void check_messages(const Type& type)
{
    for (const bool has_optional : {true, false})
        for (const Message& message : sample_of_each<Message>(type, {has_optional})) {
            const std::string line = encode(message);
            INFO(line);
            CHECK(encode(decode_message<Message>(line)) == line);
        }
}

TEST_CASE("a message that was written is read as it was, with all fields and with those it needs")
{
    check_messages<HostMessage>(host_messages());
    check_messages<WorkflowMessage>(workflow_messages());
    check_messages<ScreenMessage>(screen_messages());
}

template<class Events>
static void check_events(const Type& type)
{
    for (const bool has_optional : {true, false})
        for (const Events& event : sample_of_each<Events>(type, {has_optional})) {
            const std::string line = encode(event, head());
            INFO(line);
            const auto received = decode_event<Events>(line);
            REQUIRE(received);
            CHECK(received->head.seq == 7);
            CHECK(received->head.ts == head().ts);
            CHECK(received->head.turn == 2);
            CHECK(encode(received->event, received->head) == line);
        }
}

TEST_CASE("an event that was written is read as it was, with all fields and with those it needs")
{
    check_events<Event>(events());
    check_events<ScreenEvent>(screen_events());
}

static void add_names(const Table& table, std::set<std::string>& names)
{
    for (const Row& row : table.rows)
        if (!row.is_inline)
            names.emplace(row.name);
}

// A default that a sample does not differ from would leave its field untested.
TEST_CASE("a sample with all fields has each field that is declared")
{
    for (const Type* type : {&host_messages(), &workflow_messages()})
        for (const Type* one : type->choices) {
            std::set<std::string> names;
            add_names(*one->table, names);
            HostMessage message;
            WorkflowMessage of_workflow;
            const bool is_host = type == &host_messages();
            const auto at = static_cast<std::size_t>(
                std::find(type->choices.begin(), type->choices.end(), one) - type->choices.begin());
            fill(
                *one->table, is_host ? type->make(&message, at) : type->make(&of_workflow, at), {});
            const Json line = json::parse_bounded(is_host ? encode(message) : encode(of_workflow));
            for (const std::string& name : names) {
                INFO(name);
                CHECK(line.contains(name));
            }
        }
}

TEST_CASE("what a message may leave out has the value that its absence means")
{
    const auto begin = std::get<Begin>(decode_message<HostMessage>(
        R"({"do":"begin","hostTools":[{"name":"a","description":"","schema":{}}]})"));
    CHECK(begin.host_tools.at(0).changes);
    CHECK_FALSE(begin.host_tools.at(0).approve);
    CHECK(begin.host_tools.at(0).timeout_seconds == 30);
    CHECK_FALSE(begin.approve.has_value());
    CHECK_FALSE(begin.history.has_value());
    const auto run
        = std::get<ShellCommand>(decode_message<ScreenMessage>(R"({"do":"run","command":"ls"})"));
    CHECK(run.tell);
}

TEST_CASE("null is a value of an output, and of a context")
{
    const auto answer = std::get<Answer>(
        decode_message<HostMessage>(R"({"do":"answer","id":"a1","output":null})"));
    CHECK(std::get<OutputAnswer>(answer.content).output.is_null());
    const auto say = std::get<Say>(decode_message<HostMessage>(
        R"({"do":"say","text":"x","context":[{"name":"n","type":"t","json":null}]})"));
    CHECK(std::get<ContextJson>(say.context.at(0).value).json.is_null());
    CHECK(encode(HostMessage(say)).find(R"("json":null)") != std::string::npos);
}

TEST_CASE("a history has parts and texts, and a message of the assistant may have no text")
{
    const std::string line
        = R"({"do":"begin","history":[{"role":"user","content":"a"},)"
          R"({"role":"user","content":[{"type":"text","text":"b"},)"
          R"({"type":"image_url","image_url":{"url":"data:image/png;base64,QQ=="}}]},)"
          R"({"role":"assistant","content":null,"tool_calls":[{"id":"c",)"
          R"("type":"function","function":{"name":"f","arguments":"{}"}}]},)"
          R"({"role":"tool","tool_call_id":"c","content":""}]})";
    CHECK(encode(decode_message<HostMessage>(line)) == line);
}

TEST_CASE("an integer may be written as 3.0, as in JSON Schema")
{
    const auto begin = std::get<Begin>(
        decode_message<HostMessage>(R"({"do":"begin","channel":2.0,"limits":{"steps":3.0}})"));
    CHECK(begin.limits.steps == 3);
}

TEST_CASE("arguments as deep as a model may write them are read again, also in an ask")
{
    for (const std::size_t depth : {63, 64, 65}) {
        std::string arguments = R"({"a":)";
        arguments += std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
        const CallEvent call = call_event("c", "t", arguments);
        INFO(depth);
        CHECK(call.arguments.is_null() == (depth > 64));
        CHECK(decode_event<Event>(encode(Event(call), {1, "T"}, {})));
        if (call.arguments.is_null())
            continue;
        const ApprovalAsk approval {.tool = "t", .arguments = call.arguments, .call = "c"};
        CHECK(decode_event<Event>(encode(Event(Ask {"a1", approval}), {1, "T"}, {})));
    }
}

TEST_CASE("arguments of a model are an object, or the text that is not one")
{
    const auto line
        = [](const char* arguments) { return fields_of(call_event("c", "t", arguments)).dump(); };
    CHECK(line(R"({ "a": [1] })") == R"({"id":"c","tool":"t","arguments":{"a":[1]}})");
    CHECK(line(" ") == R"({"id":"c","tool":"t","arguments":{}})");
    CHECK(line("[1]") == R"({"id":"c","tool":"t","text":"[1]"})");
    CHECK(line(R"({"a":1)") == R"({"id":"c","tool":"t","text":"{\"a\":1"})");
    CHECK(line(R"({"a":1,"a":2})") == R"({"id":"c","tool":"t","text":"{\"a\":1,\"a\":2}"})");
}

}

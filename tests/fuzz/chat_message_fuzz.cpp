#include "fuzz.hpp"

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::model;
using namespace toolkit;

// What is read as a message is written as it came, with its fields in their order, and changing it
// back and forth changes nothing else.
void fuzz(std::string_view input)
{
    try {
        const Json given = json::parse_bounded(input);
        Message message = read_message(given);
        must(message_json(message).dump() == given.dump());
        must(message == read_message(given));
        message.give_ids();
        message.drop_reasoning();
        message.set_text(message.text());
        const Json written = message_json(message);
        must(message_json(read_message(written)).dump() == written.dump());
    } catch (const ToolError& error) {
        must(!error.message.empty());
    }
}

#include "agent/model/record.hpp"

#include "agent/model/replay.hpp"
#include "toolkit/system/named_file.hpp"

#include <fcntl.h>

#include <utility>

namespace agent::model {

using namespace toolkit;

Record::Record(
    std::unique_ptr<Model> model, const std::string& path, const redaction::Redaction& redaction)
    : model(std::move(model))
    , name(path)
    , file(system::open_named_file(path, "the recording", O_TRUNC))
    , redaction(redaction)
{
}

Reply Record::ask(const Messages& messages, ReplyListener& listener)
{
    Reply reply = model->ask(messages, listener);
    write_down(messages, reply);
    return reply;
}

Reply Record::ask_for_format(const Messages& messages, const Json& format, ReplyListener& listener)
{
    Reply reply = model->ask_for_format(messages, format, listener);
    write_down(messages, reply);
    return reply;
}

Reply Record::ask_separately(const Messages& messages, ReplyListener& listener)
{
    restart();
    Reply reply = model->ask_separately(messages, listener);
    write_down(messages, reply);
    restart();
    return reply;
}

// True if these messages begin with those of the last line and a reply to them.
bool Record::goes_on(const Messages& messages) const
{
    return seen == 0
        || (messages.size() >= seen && (seen == 1 || are_equal(messages[seen - 2], last))
            && messages[seen - 1]->role == Role::assistant);
}

static Json recorded_json(const Message& message)
{
    if (message.role != Role::system || message.content != Message::Content::text)
        return message_json(message);
    Message recorded = message;
    recorded.set_text(without_environment(message.text()));
    return message_json(recorded);
}

void Record::write_down(const Messages& messages, const Reply& reply)
{
    if (!goes_on(messages))
        restart();
    Json line {{"asked", Json::array()}, {"message", message_json(reply.message)}};
    for (; seen < messages.size(); ++seen)
        line["asked"].push_back(recorded_json(*messages[seen]));
    last = messages.empty() ? nullptr : messages.back();
    ++seen; // the reply, which this line contains already
    if (std::exchange(is_anew, false))
        line["anew"] = true;
    if (!reply.finish_reason.empty())
        line["finish_reason"] = reply.finish_reason;
    if (!reply.usage.is_null())
        line["usage"] = reply.usage;
    if (!reply.fallback.empty())
        line["fallback"] = reply.fallback;
    if (reply.unusable_calls)
        line["unusable_calls"] = reply.unusable_calls->message;
    system::write_named_file(file, name, redaction.redact_json(line).dump() + "\n");
}

void Record::restart()
{
    seen = 0;
    is_anew = true;
}

}

#include "agent/model/record.hpp"

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

Reply Record::ask(const Json& messages, Listener& listener)
{
    Reply reply = model->ask(messages, listener);
    write_down(messages, reply);
    return reply;
}

Reply Record::ask_for_format(const Json& messages, const Json& format, Listener& listener)
{
    Reply reply = model->ask_for_format(messages, format, listener);
    write_down(messages, reply);
    return reply;
}

Reply Record::ask_aside(const Json& messages, Listener& listener)
{
    begin_anew();
    Reply reply = model->ask_aside(messages, listener);
    write_down(messages, reply);
    begin_anew();
    return reply;
}

void Record::write_down(const Json& messages, const Reply& reply)
{
    Json line {{"asked", Json::array()}, {"message", reply.message}};
    for (; seen < messages.size(); ++seen)
        line["asked"].push_back(messages[seen]);
    ++seen; // the reply, which stands on this line already
    if (std::exchange(is_anew, false))
        line["anew"] = true;
    if (!reply.finish_reason.empty())
        line["finish_reason"] = reply.finish_reason;
    if (!reply.usage.is_null())
        line["usage"] = reply.usage;
    system::write_named_file(file, name, redaction.redact_json(line).dump() + "\n");
}

void Record::begin_anew()
{
    seen = 0;
    is_anew = true;
}

}

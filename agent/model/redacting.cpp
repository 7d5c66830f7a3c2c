#include "agent/model/redacting.hpp"

namespace agent::model {

using namespace toolkit;

Redacting::Redacting(std::unique_ptr<Model> model, const redaction::Redaction& redaction)
    : model(std::move(model))
    , redaction(redaction)
{
}

const Messages& Redacting::redacted(const Messages& messages)
{
    given.resize(messages.size());
    known.resize(messages.size());
    for (std::size_t at = 0; at < messages.size(); ++at)
        if (given[at] != messages[at]) {
            known[at] = shared(read_message(redaction.redact_json(message_json(*messages[at]))));
            given[at] = messages[at];
        }
    return known;
}

Reply Redacting::ask(const Messages& messages, ReplyListener& listener)
{
    return model->ask(redacted(messages), listener);
}

Reply Redacting::ask_for_format(
    const Messages& messages, const Json& format, ReplyListener& listener)
{
    const Json shown = redaction.redact_json({{"response_format", format}});
    return model->ask_for_format(redacted(messages), shown.at("response_format"), listener);
}

void Redacting::offer_tools(const Json& tools)
{
    model->offer_tools(redaction.redact_json({{"tools", tools}}).at("tools"));
}

Reply Redacting::ask_separately(const Messages& messages, ReplyListener& listener)
{
    return model->ask_separately(redacted(messages), listener);
}

}

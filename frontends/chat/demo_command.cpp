#include "frontends/chat/demo_command.hpp"

#include "frontends/chat/demo_model.hpp"

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

static start::RunConfig config_of_demo(const start::RunConfig& config)
{
    start::RunConfig demo = config;
    demo.make_model = [] { return std::make_unique<DemoModel>(); };
    demo.chat = {.model = "demo"};
    demo.replay.clear();
    demo.record.clear();
    demo.save_messages.clear();
    demo.output_schema_file.clear();
    demo.output_schema = Json();
    demo.servers.clear();
    demo.beginning = {};
    demo.beginning.agents_md = false;
    demo.context_window = 0;
    return demo;
}

void show_demo(Talk& talk, const std::string&)
{
    const start::RunConfig config = config_of_demo(talk.config);
    start::Engine engine(config,
        {talk.redaction, talk.observer, talk.audit, talk.approver, talk.observer, talk.cancel});
    engine.open();
    engine.transcript().add(model::text_message(model::Role::user, prompt_of_demo));
    talk.channel.screen_event(
        channel::ChatSaid {channel::SaidState::delivered, prompt_of_demo, true});
    talk.turns.take(engine, nullptr);
    if (!talk.has_engine())
        talk.tell_missing_model();
}

}

"""Publishes a person's App Home."""

from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.outbound.home_view import home_view
from adapters.slack.payload import PLATFORM
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Locale


async def publish_home(services: HandlerServices, workspace: str, person_id: str) -> None:
    """Replace the Home by the current state of account, pending decisions and latest outcomes."""
    workspace_only = Thread(PLATFORM, workspace, "", "")
    await services.intake.register_workspace(workspace_only)  # the Home can be opened before any message
    language = await services.people.language_of(workspace, person_id)
    content = await services.gateway.app_home(workspace_only.tenant_id, person_id, Locale(language))
    view = home_view(content.blocks, language=language, buttons=content.buttons)
    await services.api.call(
        workspace, "views.publish", lambda client: client.views_publish(user_id=person_id, view=view)
    )

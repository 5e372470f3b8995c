"""Nouns, and words for looks, that questions are composed of; which of them only the development split may use."""

from __future__ import annotations

from functools import cache

from situated_qa.situated.language.phrases import plural as regular_plural
from situated_qa.training.composer.productions import stable_hash


def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(" ".join(word.split()) for word in text.split(";")))


SORTS: dict[str, tuple[str, ...]] = {
    "surface": _words("""table; desk; shelf; counter; nightstand; coffee table; dining table; end table; side table;
        kitchen counter; bed; couch; sofa; dresser; bookshelf; cabinet; chair; armchair;
        bench; windowsill; stove; ottoman; tv stand; workbench; console table; conference
        table; round table; vanity; kitchen island; piano; rug; floor; stool; bookcase;
        sideboard; refrigerator; washing machine; lab bench; night table; office desk;
        computer desk; cart; tray; toilet; file cabinet; filing cabinet; credenza; mantel;
        folding table; picnic table; trolley; ledge; rack; bunk bed; mattress; futon;
        loveseat; reading table; ping pong table; pool table; lectern; bar counter; copier;
        printer; radiator; hutch; buffet; changing table; treadmill; wall"""),
    "container": _words("""box;
        cardboard box; drawer; basket; laundry basket; trash can; recycling bin; cabinet; closet;
        wardrobe; fridge; refrigerator; sink; bathtub; bag; backpack; crate; bin; shelf;
        kitchen cabinet; dishwasher; oven; microwave; washing machine; bowl; vase; bucket;
        bookshelf; suitcase; jar; cupboard; locker; hamper; storage bin; plastic bin; dresser;
        chest; toolbox; shower; pantry; freezer; cup; mug; planter; medicine cabinet; waste
        basket; wicker basket; display case; mailbox; safe; shoe rack; glass cabinet"""),
    "small": _words("""book; cup; mug; pillow; lamp; laptop; keyboard; monitor; mouse; phone; plant; bottle; box;
        towel; bag; vase; bowl; plate; clock; picture; remote; paper; pen; notebook; candle;
        tissue box; backpack; telephone; computer; computer tower; headphones; cushion;
        blanket; jacket; hat; toy; teddy bear; stuffed animal; basket; water bottle; soap
        dispenser; paper towel dispenser; toilet paper; hair dryer; toothbrush; soap; sponge;
        coffee maker; toaster; kettle; blender; cutting board; pan; pot; knife; fork; spoon;
        glass; wine glass; jar; flower; flower pot; potted plant; statue; figurine; picture
        frame; alarm clock; radio; speaker; game console; controller; camera; printer;
        scanner; folder; binder; magazine; newspaper; folded towel; washcloth; shampoo; shoe;
        boot; sandal; slipper; umbrella; purse; suitcase; briefcase; helmet; ball; basketball;
        soccer ball; dumbbell; yoga mat; guitar; violin; ukulele; flute; microphone; tripod;
        globe; trophy; calendar; poster; sign; coat; shirt; sock; scarf; belt; tie; bathrobe;
        hanger; clothes; iron; bucket; broom; mop; vacuum; dustpan; spray bottle; detergent;
        hammer; screwdriver; wrench; drill; pliers; saw; tape; scissors; stapler; eraser;
        marker; ruler; calculator; tablet; charger; cable; extension cord; power strip; usb
        stick; webcam; router; modem; hard drive; projector; remote control; cell phone;
        wallet; key; sunglasses; glasses; watch; ring; banana; apple; orange; bread; cereal
        box; egg carton; milk carton; pizza; cake; sandwich; can; soda can; salt shaker;
        pepper mill; spice jar; teapot; coffee cup; saucer; tray; napkin; chopsticks;
        corkscrew; whisk; rolling pin; measuring cup; colander; ladle; spatula; oven mitt;
        dish rack; dish; paper bag; plastic bag; letter; envelope; stamp; puzzle; board game;
        chess board; deck of cards; dice; lego brick; doll; puppet; balloon; tissue; cotton
        swab; razor; comb; hairbrush; mirror; nail clipper; perfume; lotion; toothpaste; bar
        of soap; roll of paper; piece of paper; stack of books; pile of clothes; pair of
        shoes; piece of clothing; first aid kit; fire extinguisher; flashlight; lighter;
        ashtray; candle holder; incense burner; snow globe; music box; beaker; microscope;
        test tube; petri dish; pipette; centrifuge; bunsen burner; oscilloscope; multimeter;
        soldering iron; whiteboard marker; hole punch; clipboard; sticky note; business card;
        nameplate; mouse pad; headset; dongle; dog bowl; cat toy; litter box; bird cage;
        aquarium; fish bowl; watering can; seed packet; rubber duck; bath mat; toilet brush;
        plunger; scale; bath toy; loofah; cap; coffee pod; thermos; lunch box; ice tray;
        bottle opener; vcr; dvd player; record player; stereo; amplifier; drum; trumpet;
        saxophone; music stand; skateboard; tennis racket; baseball bat; hockey stick; ski;
        snowboard; sleeping bag; tent; lantern; rope; ladder; paint can; paintbrush; jewelry
        box; tote bag; pincushion; sewing machine; yarn; crayon; stroller; high chair; crib;
        bottle rack"""),
    "large": _words("""chair; table; desk; couch; sofa; bed; door; window; cabinet; shelf; bookshelf; lamp; tv;
        plant; trash can; picture; mirror; sink; toilet; bathtub; refrigerator; fridge; stove;
        oven; microwave; washing machine; dryer; dishwasher; armchair; office chair; stool;
        bench; ottoman; nightstand; dresser; wardrobe; closet; coffee table; end table; side
        table; dining table; kitchen counter; counter; kitchen cabinet; file cabinet; filing
        cabinet; bookcase; whiteboard; blackboard; chalkboard; bulletin board; projector;
        projector screen; printer; copier; curtain; blinds; radiator; heater; fan; ceiling
        fan; air conditioner; fireplace; rug; carpet; recycling bin; bin; box; basket; laundry
        basket; laundry hamper; water cooler; vending machine; piano; guitar; shower; shower
        curtain; towel rack; paper towel dispenser; soap dispenser; hand dryer; urinal;
        mailbox; bicycle; bike; ladder; treadmill; exercise bike; pool table; foosball table;
        ping pong table; computer; monitor; screen; floor lamp; table lamp; standing lamp;
        ceiling light; chandelier; light switch; outlet; pillar; column; wall; stairs;
        staircase; railing; elevator; fire alarm; fire extinguisher; exit sign; clock; wall
        clock; painting; poster; picture frame; tapestry; potted plant; tree; vase; kitchen
        island; bar stool; folding chair; rocking chair; recliner; loveseat; futon; bean bag
        chair; bean bag; beanbag; massage chair; wheelchair; high chair; crib; bunk bed;
        mattress; headboard; bed frame; couch cushion; vanity; bathroom sink; bathroom vanity;
        bathroom stall; toilet stall; shower stall; medicine cabinet; kitchen sink; range
        hood; toaster oven; pantry; water heater; coat rack; shoe rack; hat stand; umbrella
        stand; tv stand; entertainment center; speaker; stereo; display case; locker; safe;
        server rack; workbench; lab bench; fume hood; lectern; podium; stage; conference
        table; cubicle; partition; divider; room divider; reception desk; computer desk;
        standing desk; drafting table; easel; aquarium; dollhouse; toy chest; playpen;
        changing table; doorway; archway; glass door; sliding door; closet door; bathroom
        door; garage door; front door; storage cabinet; storage bin; shopping cart; trolley;
        cart; hand truck; water fountain; drinking fountain; water dispenser; atm;
        photocopier; shredder; fuse box; vent; smoke detector; sprinkler; thermostat;
        intercom; security camera; doorbell; mop bucket; vacuum cleaner; ironing board; sewing
        machine; clothes rack; drying rack; wine rack; spice rack; dish rack; cat tree; dog
        bed; pet crate; punching bag; weight bench; rowing machine; trampoline; hammock;
        swing; sandbox; tent; canoe; surfboard; suit of armor; jukebox; arcade machine;
        pinball machine; drum set; cello; harp; organ; music stand; tripod; telescope;
        microscope; 3d printer; robot; drone; charging station; forklift; pallet; barrel;
        crate; tool chest; water tank; boiler; furnace; generator; windowsill; window blind;
        awning; skylight; balcony; chest of drawers; grandfather clock; kitchenette; seat"""),
    "invented": _words("""glimmerbox; zorp; plimfer; thrumble; woddle; sprocket; gizmo; contraption; kalimba; samovar;
        didgeridoo; astrolabe; wok; tatami; futon frame; chaise longue; credenza; etagere;
        armoire; settee; tuffet; pouf; hookah; abacus; sextant; metronome; theremin; zither;
        lazy susan; escritoire; hassock; chifforobe; quibbler; blorb; snarfel; dremel; sconce;
        newel; trivet; cruet; decanter; carafe; tagine; bidet; samsara; ficus; monstera;
        bonsai; cactus; fern; terrarium; kiln; loom; anvil; lathe; bandsaw; pottery wheel;
        autoclave; spectrometer; incubator; glovebox; defibrillator; gurney; iv stand; x-ray
        viewer; ecg machine; exoskeleton; quadcopter; lidar; gimbal; soldering station;
        breadboard; patch panel; rack server"""),
    "part": _words("""wall; floor; ceiling; door; window; corner; rug; carpet"""),
    "wallish": ("wall", "door", "window", "board", "rack", "ceiling", "hook", "closet door", "bathroom wall", "pole"),
    "person": _words("""person; man; woman; cat; dog; child"""),
    "seat": _words("""chair; couch; sofa; bed; armchair; stool; bench; office chair; recliner; toilet; ottoman; bean
        bag; loveseat; rocking chair; desk chair; dining chair; bar stool; futon; seat"""),
    "openable": _words("""door; window; cabinet; drawer; closet door; fridge; curtain; blinds; box; laptop; closet;
        microwave; oven; dishwasher; front door; bathroom door; kitchen cabinet; umbrella;
        toilet lid; wardrobe; book; suitcase; trash can; washing machine; garage door; gate;
        shower curtain"""),
    "powered": _words("""lamp; tv; monitor; computer; light; fan; oven; stove; laptop; radio; ceiling light; printer;
        heater; floor lamp; screen; projector; air conditioner; washing machine; faucet;
        ceiling fan; coffee maker; desk lamp; dishwasher; speaker; game console; night light"""),
    "room": _words("""kitchen; bathroom; bedroom; living room; hallway; hall; office; dining room; garage; laundry
        room; study; master bedroom; guest room; closet; pantry; lobby; conference room;
        classroom; library; basement; attic; entrance; corridor; lounge; meeting room;
        kitchenette; playroom; nursery; copy room; storage room; lab; gym; workshop; den;
        guest bathroom; kids room; break room; server room; mudroom; sunroom; music room;
        toilet; balcony; reception; waiting room; utility room; home office; reading room;
        cellar"""),
    "use": _words("""sit on; sleep on; dry my hands with; wash my hands; write on; write with; throw away trash in;
        drink; eat; cook on; cook with; read; watch a movie on; watch; store clothes in; put
        my cup on; put books on; charge my phone; print a document; clean the floor with; hang
        my coat on; lie down on; rest my feet on; tell the time; see myself in; keep food
        cold; heat up food; make coffee with; boil water in; wash clothes in; iron clothes on;
        take a shower in; take a bath in; work at; eat at; play music on; play with; listen to
        music with; exercise on; cut paper with; light the room; cool the room; open a bottle
        with; call somebody with; type on; put out a fire with; wipe the table with; wash
        dishes in; dry dishes on; dry my hair with; brush my teeth with; blow my nose with;
        look outside; take notes on; draw on; give a presentation on; block the sun; cover
        myself with; keep warm with; store food in; bake a cake in; put flowers in; carry
        groceries in; put trash in; recycle paper in; lock valuables in; stand on; climb; step
        on; lean on; water plants with; toast bread; chop vegetables on; serve drinks on; hide
        in; relax on; nap on; put my laptop on; send an email; make a copy; mail a letter;
        weigh myself on; measure something with; protect my head with"""),
}  # fmt: skip

LOOKS: dict[str, tuple[str, ...]] = {
    "color": _words("""red; blue; green; black; white; brown; gray; grey; yellow; orange; pink; purple; beige; dark
        brown; light blue; silver; gold; dark; tan; cream; turquoise; maroon; navy blue; dark
        green; light brown; teal; colorful; light gray; violet; golden; bright red; off-white;
        transparent"""),
    "material": _words("""wooden; metal; glass; plastic; leather; fabric; marble; stone; wicker; ceramic; cardboard;
        steel; stainless steel; concrete; brick; velvet; wood; paper; bamboo; rubber; tile;
        granite; cotton; wool; iron; brass; porcelain"""),
    "shape": _words("""round; square; rectangular; oval; circular; l-shaped; triangular; curved; cylindrical;
        u-shaped; hexagonal"""),
    "size": _words("large; small; big; tall; little; tiny; long; huge; short; wide; narrow; low"),
    "state": _words("""open; closed; empty; full; folded; dirty; clean; broken; messy; unmade; patterned; striped;
        covered; framed; stacked; lit; hanging; plugged in"""),
}  # fmt: skip

_IRREGULAR = {
    "person": "people", "man": "men", "woman": "women", "child": "children", "knife": "knives", "mouse": "mice",
    "mouse pad": "mouse pads", "loaf": "loaves", "piano": "pianos", "photo": "photos", "scarf": "scarves",
    "clothes": "clothes", "toilet paper": "toilet papers",
}  # fmt: skip
_OF = (" of ", " in ")
_MASS = {
    "clothes", "blinds", "stairs", "toilet paper", "clothing", "soap", "detergent", "shampoo", "yarn", "tape",
    "toothpaste", "lotion", "perfume", "bread", "paper", "trash", "headphones", "scissors", "glasses", "sunglasses",
    "chopsticks", "pliers", "dice",
}  # fmt: skip
_ONE_OUT_OF = 10
_ALWAYS_TRAINED = 16


def plural(noun: str) -> str:
    """The plural of a noun phrase: "boxes", "piles of clothes", "knives"."""
    for preposition in _OF:
        if preposition in noun:
            head, _, rest = noun.partition(preposition)
            return f"{plural(head)}{preposition}{rest}"
    before, _, last = noun.rpartition(" ")
    word = _IRREGULAR.get(last) or (last if last in _MASS else regular_plural(last))
    return f"{before} {word}".strip()


def is_mass(noun: str) -> bool:
    """Whether no "a" stands before it: "clothes", "soap"."""
    return noun.rpartition(" ")[2] in _MASS


@cache
def nouns(sort: str, split: str) -> tuple[str, ...]:
    """The nouns of a sort that a split may use; all of a sort that has none for it."""
    words = SORTS[sort]
    return tuple(word for word in words if (split == "dev") == held_out(word)) or words


@cache
def held_out(noun: str) -> bool:
    """Whether only the development split has a noun; never one of the commonest, which every question needs."""
    common = any(noun in words[:_ALWAYS_TRAINED] for words in SORTS.values())
    return (
        not common and any(noun in words for words in SORTS.values()) and stable_hash("noun " + noun) % _ONE_OUT_OF == 0
    )
